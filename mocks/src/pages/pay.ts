import type { ProviderPage } from '../data/entities.ts';
import { emailKey, type World } from '../data/world.ts';
import { json } from '../http/answers.ts';
import { html } from '../http/html.ts';
import { Refusal } from '../http/refusal.ts';
import { payAtProvider, providerNames } from '../rules/payments.ts';
import { button, facts, page } from './page.ts';
import type { PageCall } from './request.ts';

/** The page a payment provider would show. */
export function providerPage(call: PageCall): Response {
  const { provider, id, price, currency, description, paid } = find(call);
  const action = `/_mock/pay/${provider}/${id}`;
  return page(
    providerNames[provider] ?? provider,
    html`${facts({ For: description, Amount: `${price} ${currency}` })}
${paid ? html`<p>This payment was made.</p><p><a href="${siteOf(call.world, 'pay')}">Back to the college</a></p>` : [button('Pay', `${action}/pay`), button('Cancel', `${action}/cancel`, { isMain: false })]}`,
  );
}

/** Pay or Cancel; the applicant is sent back to the site. Paying twice counts once. */
export async function providerAction(call: PageCall): Promise<Response> {
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
  const location = siteOf(world, params.action);
  return new Response(null, { status: 303, headers: { location } });
}

/** Where a provider sends the applicant afterwards. */
function siteOf({ settings }: World, action: 'pay' | 'cancel'): string {
  const screen = action === 'pay' ? 'pending_pay_verification' : 'exam_result';
  return `${settings.siteOrigin}/applicant/${screen}`;
}

function find({ world, params }: PageCall): ProviderPage {
  const opened = world.providerPages.find('id', params.id ?? '');
  if (opened?.provider !== params.provider || !opened) {
    throw new Refusal(404, 'There is no such payment.');
  }
  return opened;
}
