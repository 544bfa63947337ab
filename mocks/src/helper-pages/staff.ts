import { type ApplicantState, lifecycle, type StaffDecision } from '@one-planet/contract';
import { html, jsonResponse, RefusalError } from '../server/responses.ts';
import type { Person } from '../world/entities.ts';
import { findFile } from '../world/files.ts';
import { admitApplicant, paymentOf, rejectPayment, verifyPayment } from '../world/payments.ts';
import { toEmailKey, type World } from '../world/world.ts';
import { makeOutboxPath } from './outbox.ts';
import {
  asksForJson,
  makePage,
  type PageCall,
  readField,
  renderButton,
  renderFactList,
} from './page-frame.ts';

const maxPeople = 100;

const staffDecisions: Readonly<
  Record<StaffDecision, (world: World, person: Person) => Promise<void>>
> = { verify: verifyPayment, reject: rejectPayment, admit: admitApplicant };

function isDecision(name: string): name is StaffDecision {
  return Object.hasOwn(staffDecisions, name);
}

/** The payments to verify and the applicants to admit, each with its buttons. */
export function staffPage({ world }: PageCall): Response {
  const { payments, applications } = findWaitingApplicants(world);
  return makePage(
    'Staff page',
    html`<h2>Payments to verify</h2>
${payments.map(
  (applicantWithPayment) => html`<article>${renderHeading(applicantWithPayment)}
${renderFactList({
  'Payment code': applicantWithPayment.paymentCode,
  Amount: `${applicantWithPayment.paymentAmount} ETB`,
  'Paid through': applicantWithPayment.bank,
  Reference: applicantWithPayment.transactionReference,
})}
${applicantWithPayment.receipt ? html`<p><a href="${applicantWithPayment.receipt}">Receipt</a></p>` : ''}
${decisionButton('verify', applicantWithPayment.email)}${decisionButton('reject', applicantWithPayment.email)}</article>
`,
)}${payments.length === 0 ? html`<p>None.</p>` : ''}${payments.length === maxPeople ? html`<p>Later ones are not shown.</p>` : ''}
<h2>Applicants to admit</h2>
${applications.map(
  (
    applicantWithProgram,
  ) => html`<article>${renderHeading(applicantWithProgram)}<p>${applicantWithProgram.program}</p>${decisionButton('admit', applicantWithProgram.email)}</article>
`,
)}${applications.length === 0 ? html`<p>None.</p>` : ''}${applications.length === maxPeople ? html`<p>Later ones are not shown.</p>` : ''}`,
  );
}

/** The same lists as JSON. */
export function staffJson({ world }: PageCall): Response {
  return jsonResponse(200, findWaitingApplicants(world));
}

/**
 * Verifies, rejects or admits an applicant.
 * @throws {RefusalError} 404 for an unknown one, 409 in another state
 */
export async function decideOnApplicant({ world, request, params }: PageCall): Promise<Response> {
  const decision = params.decision ?? '';
  if (!isDecision(decision)) throw new RefusalError(404, 'Staff can verify, reject and admit.');
  const email = await readField(request, 'email');
  const stateAfterDecision = await world.queue.run(toEmailKey(email), async () => {
    const person = world.findPerson(email);
    if (!person) throw new RefusalError(404, `${email} is not registered.`);
    const { from } = lifecycle[`staff.${decision}`];
    if (person.state !== from) {
      throw new RefusalError(409, `${email} is ${person.state}; this needs ${from}.`);
    }
    await staffDecisions[decision](world, person);
    return world.findPersonById(person.id)?.state;
  });
  if (asksForJson(request)) return jsonResponse(200, { email, status: stateAfterDecision });
  return new Response(null, { status: 303, headers: { location: '/_mock/staff' } });
}

/** The file of a receipt, for the staff. */
export function sendReceiptFile({ world, params }: PageCall): Response {
  const file = findFile(world, params.name ?? '');
  if (!file) throw new RefusalError(404, 'There is no such file.');
  return new Response(file.bytes, { headers: { 'content-type': file.type } });
}

function findWaitingApplicants(world: World) {
  const findFirstPeople = (state: ApplicantState) => world.peopleIn(state).slice(0, maxPeople);
  return {
    payments: findFirstPeople(lifecycle['staff.verify'].from).map((person) => {
      const payment = paymentOf(world, person);
      return {
        ...nameAndAddress(person),
        paymentCode: payment?.code,
        paymentAmount: payment?.amount,
        bank: payment?.bank ?? undefined,
        transactionReference: payment?.transactionReference ?? undefined,
        receipt: payment?.attachment ? `/_mock/files/${payment.attachment}` : undefined,
      };
    }),
    applications: findFirstPeople(lifecycle['staff.admit'].from).map((person) => ({
      ...nameAndAddress(person),
      program: world.batchPrograms.findFirst((q) => q.where({ id: person.batchProgramId ?? 0 }))
        ?.program.name,
    })),
  };
}

function nameAndAddress({ email, firstName, middleName, lastName }: Person) {
  return { email, name: `${firstName} ${middleName} ${lastName}` };
}

function renderHeading({ name, email }: { name: string; email: string }) {
  return html`<h3>${name}</h3><p class="about"><a href="${makeOutboxPath(email)}">${email}</a></p>`;
}

function decisionButton(decision: StaffDecision, email: string) {
  const buttonLabel = { verify: 'Verify', reject: 'Reject', admit: 'Admit' }[decision];
  const isMain = decision !== 'reject';
  return renderButton(buttonLabel, `/_mock/staff/${decision}`, { fields: { email }, isMain });
}
