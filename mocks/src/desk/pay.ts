import type { ProviderPage } from '../data/entities.ts';
import { emailKey } from '../data/world.ts';
import { json } from '../http/answers.ts';
import { Refusal } from '../http/refusal.ts';
import { payAtProvider, providerNames } from '../rules/payments.ts';
import { html, page } from './html.ts';
import type { DeskCall } from './request.ts';

/** The page a payment provider would show. */
export function providerPage(call: DeskCall): Response {
  const { provider, id, price, currency, description, paid } = find(call);
  const action = `/_mock/pay/${provider}/${id}`;
  return page(
    providerNames[provider] ?? provider,
    html`<dl><dt>For</dt><dd>${description}</dd><dt>Amount</dt><dd>${price} ${currency}</dd></dl>
${paid ? html`<p>This payment was made.</p>` : ''}
<form method="post" action="${action}/pay"><button>Pay</button></form>
<form method="post" action="${action}/cancel"><button>Cancel</button></form>`,
  );
}

/** Pay or Cancel; the applicant is sent back to the site. Paying twice counts once. */
export async function providerAction(call: DeskCall): Promise<Response> {
  const { world, request, params } = call;
  const opened = find(call);
  if (params.action !== 'pay' && params.action !== 'cancel') {
    throw new Refusal(404, 'Here one can pay or cancel.');
  }
  if (params.action === 'pay') {
    const personId = world.payments.find('code', opened.paymentCode)?.personId ?? 0;
    const person = world.people.find('id', personId);
    if (!person) throw new Refusal(404, 'Nobody owes this payment.');
    await world.queue.run(emailKey(person.email), async () => payAtProvider(world, person, opened));
  }
  if (request.headers.get('accept')?.includes('application/json')) {
    return json(200, { paid: opened.paid });
  }
  const screen = params.action === 'pay' ? 'pending_pay_verification' : 'exam_result';
  const location = `${world.settings.siteOrigin}/applicant/${screen}`;
  return new Response(null, { status: 303, headers: { location } });
}

function find({ world, params }: DeskCall): ProviderPage {
  const opened = world.providerPages.find('id', params.id ?? '');
  if (opened?.provider !== params.provider || !opened) {
    throw new Refusal(404, 'There is no such payment.');
  }
  return opened;
}
