import { currencyByProvider, type Gateway, limits } from '@one-planet/contract/limits';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import type { Payment } from '../../applicant/payment.ts';
import { AmountToPay } from '../../applicant/payment-slip.tsx';
import { keepSentPayment } from '../../offline/sent-payment.ts';
import { makeRefusalMessage } from '../../offline/steps.ts';
import { sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { isAllowedTarget } from '../../site/portals.ts';
import { awaitResponse } from '../../site/responses.ts';
import { parseUrl } from '../../site/site-path.ts';
import { fieldsOf, keysOf, textOf } from '../../site/unchecked.ts';
import { sentPaymentTexts } from '../../texts/applicant-words.ts';
import { formatAmount, formatBirr } from '../../texts/formats.ts';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { paymentTexts as texts } from './payment-words.ts';

/** The three payment providers; choosing one disables the others (specification/journey §2, §4, §7). */
export function OnlinePayment({ payment }: { payment: Payment }) {
  const site = useSite();
  const { api, settings } = site;
  const [dialog, showMessage] = useMessageDialog();
  const [openingGateway, setOpeningGateway] = useState<Gateway>();
  const isOpeningRef = useRef(false);
  const { online } = texts;
  const { usd } = settings.prices;
  const walletNames = settings.arifpayWallets ?? [];
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const { paymentAmount, paymentDescription } = payment;

  const markOpeningGateway = (gateway?: Gateway) => {
    isOpeningRef.current = gateway !== undefined;
    setOpeningGateway(gateway);
  };
  const priceIn = (currency: 'USD' | 'ETB') => (currency === 'ETB' ? paymentAmount : usd) ?? null;

  const formatPrice = (gateway: Gateway) => {
    const price = priceIn(currencyByProvider[gateway]) ?? 0;
    return currencyByProvider[gateway] === 'ETB'
      ? formatBirr(price)
      : `USD\u00a0${formatAmount(price)}`;
  };
  const rankOf = (gateway: Gateway) => {
    const currency = currencyByProvider[gateway];
    return (priceIn(currency) === null ? 2 : 0) + (currency === 'USD' ? 1 : 0);
  };
  /** Available providers come first, and those in birr before those in dollars. */
  const sortedGateways = keysOf(currencyByProvider).sort(
    (first, second) => rankOf(first) - rankOf(second),
  );

  const pay = async (method: Gateway) => {
    const currency = currencyByProvider[method];
    const price = priceIn(currency);
    if (isOpeningRef.current || price === null) return;
    markOpeningGateway(method);
    const body = {
      price,
      currency,
      method,
      intent: limits.payment.intent,
      description: paymentDescription,
    };
    const response = await awaitResponse(api.payments.payOnline({ body }));
    if (response.status === 401) return;
    if (response.status === 200 || response.status === 201) {
      const redirectUrl = textOf(fieldsOf(response.body).redirect);
      if (isAllowedTarget(settings, redirectUrl)) {
        keepSentPayment(site, email, method, {
          code: payment.paymentCode,
          amount: formatPrice(method),
        });
        location.assign(redirectUrl);
        return;
      }
      showMessage(online.refused(originOf(redirectUrl) || online.noAddress));
    } else showMessage(makeRefusalMessage(response));
    markOpeningGateway();
  };

  return (
    <section aria-busy={openingGateway !== undefined}>
      <h2>{online.title}</h2>
      <AmountToPay payment={payment} />
      <p>{online.lead}</p>
      <ul className="choices">
        {sortedGateways.map((gateway, index) => {
          const price = priceIn(currencyByProvider[gateway]);
          const name = sentPaymentTexts.providers[gateway];
          return (
            <li key={gateway}>
              <button
                type="button"
                className={index === 0 && price !== null ? 'button primary' : 'button'}
                aria-describedby={`about-${gateway}`}
                aria-disabled={
                  price === null || (openingGateway !== undefined && openingGateway !== gateway)
                }
                onClick={() => void pay(gateway)}
              >
                {openingGateway === gateway ? online.busy(name) : name}
              </button>{' '}
              <span className="hint" id={`about-${gateway}`}>
                {[
                  online.about[gateway],
                  price !== null && online.price(formatPrice(gateway)),
                  gateway === 'arifpay' &&
                    walletNames.length > 0 &&
                    online.wallets(walletNames.join(', ')),
                  price === null && online.unavailable(name),
                  price === null && currencyByProvider[gateway] === 'USD' && online.noDollars,
                ]
                  .filter(Boolean)
                  .join(' ')}
              </span>
            </li>
          );
        })}
      </ul>
      {dialog}
    </section>
  );
}

/** @returns the origin of an address, to be shown: its path may hold a secret; empty if it is no address of the web */
function originOf(address: string): string {
  const url = parseUrl(address);
  return url?.protocol.startsWith('http') ? url.origin : '';
}
