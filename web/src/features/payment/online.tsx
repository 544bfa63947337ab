import { type Gateway, gateways } from '@one-planet/contract/choices';
import { limits } from '@one-planet/contract/limits';
import { useRef, useState } from 'react';
import { ask } from '../../applicant/ask.ts';
import { keepOpenedPayment } from '../../applicant/opened-payment-store.ts';
import type { Payment } from '../../applicant/payment.ts';
import { refusalOf } from '../../applicant/use-step.ts';
import { birr } from '../../site/amounts.ts';
import { parseUrl } from '../../site/parse-url.ts';
import { mayLeaveTo } from '../../site/redirects.ts';
import { useSite } from '../../site/site.ts';
import { useProblem } from '../../ui/form/problem.tsx';
import { texts } from '../../words/payment.ts';

/** The three providers; choosing one disables the others (journey specification, sections 2, 4 and 7). */
export function Online({ payment }: { payment: Payment }) {
  const site = useSite();
  const { api, settings } = site;
  const [dialog, tell] = useProblem();
  const [chosen, setChosen] = useState<Gateway>();
  const underway = useRef(false);
  const { online, providers } = texts;
  const { usd } = settings.prices;
  const { paymentCode: code, paymentAmount, paymentDescription } = payment;

  const choose = (gateway?: Gateway) => {
    underway.current = gateway !== undefined;
    setChosen(gateway);
  };
  const priceIn = (currency: 'USD' | 'ETB') => (currency === 'ETB' ? paymentAmount : usd);

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
      description: paymentDescription || texts.fee,
    };
    const answer = await ask(site, api.payments.payOnline({ body }));
    const { status } = answer;
    if (status === 401) return;
    const redirect = (answer.body as { redirect?: unknown } | undefined)?.redirect;
    if (status !== 200 && status !== 201) tell(refusalOf(answer));
    else if (typeof redirect === 'string' && mayLeaveTo(settings, redirect)) {
      keepOpenedPayment({ code, provider: method, at: Date.now() });
      location.assign(redirect);
      return;
    } else tell(online.refused(originOf(redirect) || online.noAddress));
    choose();
  };

  return (
    <section aria-busy={chosen !== undefined}>
      <h2>{online.title}</h2>
      <p>{online.lead}</p>
      <ul className="choices">
        {(Object.keys(gateways) as Gateway[]).map((gateway) => {
          const price = priceIn(gateways[gateway]);
          const name = providers[gateway] ?? gateway;
          return (
            <li key={gateway}>
              <button
                type="button"
                className="button"
                aria-disabled={price === null || (chosen !== undefined && chosen !== gateway)}
                onClick={() => void pay(gateway)}
              >
                {chosen === gateway ? online.busy(name) : name}
              </button>{' '}
              {price !== null && (
                <span className="hint">
                  {online.price(gateways[gateway] === 'ETB' ? birr(price) : `USD ${price}`)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {usd === null && <p className="hint">{online.unavailable}</p>}
      {dialog}
    </section>
  );
}

/** @returns what may be shown of an address: never its path, which may hold a secret */
function originOf(address: unknown): string {
  const url = parseUrl(String(address));
  return url?.protocol.startsWith('http') ? url.origin : '';
}
