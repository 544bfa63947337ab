/** What a test server offers beside the API: the mails sent, the staff's decisions, the key of the exam. */
import { takeOnlinePayment } from './payment.ts';
import { Problem } from './problem.ts';
import { questions } from './questions.ts';
import { json, success } from './reply.ts';
import { type Call, open } from './routing.ts';
import { emailKey, findPerson, type Person, type Status } from './world.ts';

/** A plus that somebody forgot to encode arrives as a space, which no address has. */
const emailIn = (query: URLSearchParams, name: string) =>
  (query.get(name) ?? '').replaceAll(' ', '+');

function mail({ world, query }: Call) {
  const to = emailKey(emailIn(query, 'to'));
  const mails = world.mails.filter((one) => emailKey(one.to) === to).reverse();
  return json(mails.map(({ kind, sentAt, text }) => ({ kind, sentAt, text })));
}

function personIn({ world, query }: Call): Person {
  const person = findPerson(world, emailIn(query, 'email'));
  if (!person) throw new Problem(404, 'No applicant has this email address.');
  return person;
}

const decisions = new Map<string, { from: Status; to: Status }>([
  ['verify', { from: 'ACTIVATION_PAID', to: 'BIOGRAPHIC_APPLICANT' }],
  ['reject', { from: 'ACTIVATION_PAID', to: 'TOOK_EXAM' }],
  ['admit', { from: 'APPLIED', to: 'ADMITTED' }],
]);

function decide(call: Call) {
  const decision = call.param('decision');
  const step = decisions.get(decision);
  if (!step) throw new Problem(404, 'Staff can verify, reject or admit.');
  const person = personIn(call);
  if (person.status !== step.from) {
    throw new Problem(409, `Can't ${decision}: the status is ${person.status}, not ${step.from}.`);
  }
  person.status = step.to;
  if (decision === 'reject' && person.payment) person.payment.paid = undefined;
  return success();
}

function providerReports(call: Call) {
  takeOnlinePayment(personIn(call));
  return success();
}

const examKey = () => Object.fromEntries(questions.map(({ text, right }) => [text, right]));

export const opsRoutes = [
  open('GET /ops/mail', mail),
  open('POST /ops/staff/{decision}', decide),
  open('POST /ops/provider/paid', providerReports),
  open('GET /ops/exam-key.json', () => json(examKey())),
];
