import { type Gateway, gateways } from '@one-planet/contract/choices';
import { limits } from '@one-planet/contract/limits';
import { useRef, useState } from 'react';
import type { Payment } from '../../applicant/payment.ts';
import { keepSentPayment } from '../../applicant/sent-payment.ts';
import { refusalOf } from '../../applicant/steps.ts';
import { texts as shared } from '../../applicant/underway/words.ts';
import { birr } from '../../site/amounts.ts';
import { ask } from '../../site/answers.ts';
import { parseUrl } from '../../site/parse-url.ts';
import { mayLeaveTo } from '../../site/redirects.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { fieldsOf, keysOf, textOf } from '../../site/unchecked.ts';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { texts } from './words.ts';

/** The three payment providers; choosing one disables the others (journey specification, sections 2, 4 and 7). */
export function Online({ payment }: { payment: Payment }) {
  const site = useSite();
  const { api, settings } = site;
  const [dialog, tell] = useMessageDialog();
  const [chosen, setChosen] = useState<Gateway>();
  const underway = useRef(false);
  const { online } = texts;
  const { usd } = settings.prices;
  const wallets = settings.arifpayWallets ?? [];
  const email = useSession()?.email ?? '';
  const { paymentAmount, paymentDescription } = payment;

  const choose = (gateway?: Gateway) => {
    underway.current = gateway !== undefined;
    setChosen(gateway);
  };
  const priceIn = (currency: 'USD' | 'ETB') => (currency === 'ETB' ? paymentAmount : usd) ?? null;

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
    const answer = await ask(site, api.payments.payOnline({ body }));
    if (answer.status === 401) return;
    if (answer.status === 200 || answer.status === 201) {
      const redirect = textOf(fieldsOf(answer.body).redirect);
      if (mayLeaveTo(settings, redirect)) {
        keepSentPayment(email, method);
        location.assign(redirect);
        return;
      }
      tell(online.refused(originOf(redirect) || online.noAddress));
    } else tell(refusalOf(answer));
    choose();
  };

  return (
    <section aria-busy={chosen !== undefined}>
      <h2>{online.title}</h2>
      <p>{online.lead}</p>
      <ul className="choices">
        {keysOf(gateways).map((gateway) => {
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
                  price !== null &&
                    online.price(gateways[gateway] === 'ETB' ? birr(price) : `USD ${price}`),
                  gateway === 'arifpay' && wallets.length > 0 && online.wallets(wallets.join(', ')),
                  price === null && online.unavailable(name),
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
