import { html, jsonResponse, RefusalError } from '../server/responses.ts';
import type { ProviderPage } from '../world/entities.ts';
import { findAttempt } from '../world/exam-paper.ts';
import { findPayment, payAtProvider, providerNames } from '../world/payments.ts';
import { questionBank } from '../world/questions.ts';
import { toEmailKey, type World } from '../world/world.ts';
import type { PageCall } from './page-frame.ts';
import { makePage, renderButton, renderFactList } from './page-frame.ts';

/** The right answers: by question text for the whole question bank, or by ids for one exam (`?exam=ID`). */
export function examKeyJson({ world, query }: PageCall): Response {
  const examId = query.get('exam');
  if (examId === null) {
    return jsonResponse(
      200,
      questionBank.map(({ text, rightChoice }) => ({
        questionText: text,
        choiceText: rightChoice,
      })),
    );
  }
  const attempt = findAttempt(world, Number(examId));
  if (!attempt) throw new RefusalError(404, `There is no exam ${examId}.`);
  const keyPairs = attempt.questions.map(({ id: questionId, choices }) => [
    questionId,
    choices.find(({ right }) => right)?.id,
  ]);
  return jsonResponse(200, Object.fromEntries(keyPairs));
}

/** The page that a payment provider would show. */
export function showProviderPage(call: PageCall): Response {
  const { provider, id, price, currency, description, paid } = findProviderPage(call);
  const actionPath = `/_mock/pay/${provider}/${id}`;
  return makePage(
    providerNames[provider] ?? provider,
    html`${renderFactList({ For: description, Amount: `${price} ${currency}` })}
${paid ? html`<p>This payment was made.</p><p><a href="${siteUrlAfter(call.world, 'pay')}">Back to the college</a></p>` : [renderButton('Pay', `${actionPath}/pay`), renderButton('Cancel', `${actionPath}/cancel`, { isMain: false })]}`,
  );
}

/** Handles Pay and Cancel, and redirects the applicant to the site. Paying twice counts once. */
export async function payOrCancel(call: PageCall): Promise<Response> {
  const { world, request, params } = call;
  const paidPage = findProviderPage(call);
  if (params.action !== 'pay' && params.action !== 'cancel') {
    throw new RefusalError(404, 'Here one can pay or cancel.');
  }
  if (params.action === 'pay') {
    const personId = findPayment(world, paidPage.paymentCode)?.personId ?? 0;
    const person = world.findPersonById(personId);
    if (!person) throw new RefusalError(404, 'Nobody owes this payment.');
    await world.queue.run(toEmailKey(person.email), () =>
      payAtProvider(world, world.findPersonById(personId) ?? person, paidPage),
    );
  }
  if (request.headers.get('accept')?.includes('application/json')) {
    return jsonResponse(200, { paid: findProviderPage(call).paid });
  }
  const siteUrl = siteUrlAfter(world, params.action);
  return new Response(null, { status: 303, headers: { location: siteUrl } });
}

/** The address of the site to which a provider redirects the applicant afterwards. */
function siteUrlAfter({ settings }: World, action: 'pay' | 'cancel'): string {
  const sitePath = action === 'pay' ? 'pending_pay_verification' : 'offline_payment';
  return `${settings.siteOrigin}/applicant/${sitePath}`;
}

function findProviderPage({ world, params }: PageCall): ProviderPage {
  const providerPage = world.providerPages.findFirst((q) => q.where({ id: params.id ?? '' }));
  if (providerPage?.provider !== params.provider || !providerPage) {
    throw new RefusalError(404, 'There is no such payment.');
  }
  return providerPage;
}
