import { type Gateway, gateways, limits } from '@one-planet/contract/limits';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import type { Payment } from '../../applicant/payment.ts';
import { keepSentPayment } from '../../offline/sent-payment.ts';
import { refusalMessage } from '../../offline/steps.ts';
import { parseUrl } from '../../site/addresses.ts';
import { sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { isAllowedTarget } from '../../site/log-in.ts';
import { askAsApplicant } from '../../site/responses.ts';
import { fieldsOf, keysOf, textOf } from '../../site/unchecked.ts';
import { sentPaymentTexts as shared } from '../../texts/applicant-words.ts';
import { birr, formatAmount } from '../../texts/formats.ts';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { paymentTexts as texts } from './payment-words.ts';

/** The three payment providers; choosing one disables the others (journey specification, sections 2, 4 and 7). */
export function Online({ payment }: { payment: Payment }) {
  const site = useSite();
  const { api, settings } = site;
  const [dialog, showMessage] = useMessageDialog();
  const [chosen, setChosen] = useState<Gateway>();
  const underway = useRef(false);
  const { online } = texts;
  const { usd } = settings.prices;
  const wallets = settings.arifpayWallets ?? [];
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const { paymentAmount, paymentDescription } = payment;

  const choose = (gateway?: Gateway) => {
    underway.current = gateway !== undefined;
    setChosen(gateway);
  };
  const priceIn = (currency: 'USD' | 'ETB') => (currency === 'ETB' ? paymentAmount : usd) ?? null;

  const priceOf = (gateway: Gateway) => {
    const price = priceIn(gateways[gateway]) ?? 0;
    return gateways[gateway] === 'ETB' ? birr(price) : `USD\u00a0${formatAmount(price)}`;
  };
  const rankOf = (gateway: Gateway) => {
    const currency = gateways[gateway];
    return (priceIn(currency) === null ? 2 : 0) + (currency === 'USD' ? 1 : 0);
  };
  /** What works stands first, the birr before the dollar. */
  const inOrder = keysOf(gateways).sort((one, other) => rankOf(one) - rankOf(other));

  const pay = async (method: Gateway) => {
    const currency = gateways[method];
    const price = priceIn(currency);
    if (underway.current || price === null) return;
    choose(method);
    const body = {
      price,
      currency,
      method,
      intent: limits.payment.intent,
      description: paymentDescription,
    };
    const answer = await askAsApplicant(site, api.payments.payOnline({ body }));
    if (answer.status === 401) return;
    if (answer.status === 200 || answer.status === 201) {
      const redirect = textOf(fieldsOf(answer.body).redirect);
      if (isAllowedTarget(settings, redirect)) {
        keepSentPayment(email, method, { code: payment.paymentCode, amount: priceOf(method) });
        location.assign(redirect);
        return;
      }
      showMessage(online.refused(originOf(redirect) || online.noAddress));
    } else showMessage(refusalMessage(answer));
    choose();
  };

  return (
    <section aria-busy={chosen !== undefined}>
      <h2>{online.title}</h2>
      <p>{online.lead}</p>
      <ul className="choices">
        {inOrder.map((gateway) => {
          const price = priceIn(gateways[gateway]);
          const name = shared.providers[gateway];
          return (
            <li key={gateway}>
              <button
                type="button"
                className="button"
                aria-describedby={`about-${gateway}`}
                aria-disabled={price === null || (chosen !== undefined && chosen !== gateway)}
                onClick={() => void pay(gateway)}
              >
                {chosen === gateway ? online.busy(name) : name}
              </button>{' '}
              <span className="hint" id={`about-${gateway}`}>
                {[
                  online.about[gateway],
                  price !== null && online.price(priceOf(gateway)),
                  gateway === 'arifpay' && wallets.length > 0 && online.wallets(wallets.join(', ')),
                  price === null && online.unavailable(name),
                  price === null && gateways[gateway] === 'USD' && online.noDollars,
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

/** @returns the part of an address that may be shown: not the path, which may hold a secret */
function originOf(address: string): string {
  const url = parseUrl(address);
  return url?.protocol.startsWith('http') ? url.origin : '';
}
