import { html, json, RefusalError } from '../server/responses.ts';
import type { ProviderPage } from '../world/entities.ts';
import { payAtProvider, providerNames } from '../world/payments.ts';
import { questionBank } from '../world/questions.ts';
import { emailKey, type World } from '../world/world.ts';
import type { PageCall } from './page-frame.ts';
import { button, factList, page } from './page-frame.ts';

/** The right answers: by question text for the whole question bank, or by ids for one exam (`?exam=ID`). */
export function examKey({ world, query }: PageCall): Response {
  const examId = query.get('exam');
  if (examId === null) {
    return json(
      200,
      questionBank.map(({ text, right }) => ({ questionText: text, choiceText: right })),
    );
  }
  const attempt = world.exams.find('id', Number(examId));
  if (!attempt) throw new RefusalError(404, `There is no exam ${examId}.`);
  const keyPairs = attempt.questions.map(({ id: questionId, choices }) => [
    questionId,
    choices.find(({ right }) => right)?.id,
  ]);
  return json(200, Object.fromEntries(keyPairs));
}

/** The page that a payment provider would show. */
export function providerPage(call: PageCall): Response {
  const { provider, id, price, currency, description, paid } = findProviderPage(call);
  const action = `/_mock/pay/${provider}/${id}`;
  return page(
    providerNames[provider] ?? provider,
    html`${factList({ For: description, Amount: `${price} ${currency}` })}
${paid ? html`<p>This payment was made.</p><p><a href="${siteUrlAfter(call.world, 'pay')}">Back to the college</a></p>` : [button('Pay', `${action}/pay`), button('Cancel', `${action}/cancel`, { isMain: false })]}`,
  );
}

/** Handles Pay and Cancel, and redirects the applicant to the site. Paying twice counts once. */
export async function providerAction(call: PageCall): Promise<Response> {
  const { world, request, params } = call;
  const order = findProviderPage(call);
  if (params.action !== 'pay' && params.action !== 'cancel') {
    throw new RefusalError(404, 'Here one can pay or cancel.');
  }
  if (params.action === 'pay') {
    const personId = world.payments.find('code', order.paymentCode)?.personId ?? 0;
    const person = world.people.find('id', personId);
    if (!person) throw new RefusalError(404, 'Nobody owes this payment.');
    await world.queue.run(emailKey(person.email), async () => payAtProvider(world, person, order));
  }
  if (request.headers.get('accept')?.includes('application/json')) {
    return json(200, { paid: order.paid });
  }
  const location = siteUrlAfter(world, params.action);
  return new Response(null, { status: 303, headers: { location } });
}

/** The address of the site to which a provider redirects the applicant afterwards. */
function siteUrlAfter({ settings }: World, action: 'pay' | 'cancel'): string {
  const sitePath = action === 'pay' ? 'pending_pay_verification' : 'exam_result';
  return `${settings.siteOrigin}/applicant/${sitePath}`;
}

function findProviderPage({ world, params }: PageCall): ProviderPage {
  const providerPage = world.providerPages.find('id', params.id ?? '');
  if (providerPage?.provider !== params.provider || !providerPage) {
    throw new RefusalError(404, 'There is no such payment.');
  }
  return providerPage;
}
