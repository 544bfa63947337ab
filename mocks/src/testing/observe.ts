/** For the tests of variations: what a backend does with one switched on, beside what the usual one does. */
import type { ApplicantState, OperationName } from '@one-planet/contract';
import { oneInEachState, precreatedEmailIn, precreatedPassword } from '../index.ts';
import { type Applicant, logIn } from './journey.ts';
import { type Session, startSession } from './session.ts';

/** Something that can be observed of a backend from outside. */
export type Observe = (session: Session) => Promise<unknown>;

/** @returns what is observed of the usual backend, and of one with the harmless variation */
export function compareHarmless(name: string, observe: Observe): Promise<[unknown, unknown]> {
  const start = async (options: { harmless?: string[] }) =>
    observe(await startSession({ applicants: 2 * oneInEachState, ...options }));
  return Promise.all([start({}), start({ harmless: [name] })]);
}

/** Logs in an applicant who is in that state from the start. */
export async function precreated(session: Session, state: ApplicantState): Promise<Applicant> {
  const email = precreatedEmailIn(state);
  const token = await logIn(session, email, precreatedPassword);
  const { body } = await session.call('applicants.getByEmail', { params: { email }, token });
  return { email, token, id: body.id ?? '' };
}

type Sent = NonNullable<Parameters<Session['call']>[1]>;

/** A body, or how to make it with the token of who sends it. */
type Body = object | ((session: Session, token: string) => Promise<unknown>);

/** The calls of an applicant in a state. */
interface Sends extends Omit<Sent, 'body'> {
  state?: ApplicantState;
  body?: Body;
}

/** Makes a call as an applicant in a state, or as nobody. */
export async function send<N extends OperationName>(
  session: Session,
  name: N,
  { state, body, ...sent }: Sends = {},
) {
  const token = state ? (await precreated(session, state)).token : '';
  const made = typeof body === 'function' ? await body(session, token) : body;
  return await session.call(name, { ...sent, body: made, ...(token ? { token } : {}) });
}

/** Observes the status of a call. */
export function statusOf(name: OperationName, sends: Sends = {}): Observe {
  return async (session) => (await send(session, name, sends)).status;
}

/** Observes the body of a call, or what `look` sees of it. */
export function bodyOf<N extends OperationName>(
  name: N,
  sends: Sends,
  look: (body: Awaited<ReturnType<typeof send<N>>>['body']) => unknown,
): Observe {
  return async (session) => look((await send(session, name, sends)).body);
}

/** Whether a receipt is read without a token: of the first payment staff have to verify. */
export async function readsReceipt(session: Session): Promise<number> {
  const { payments } = (
    await session.raw<{ payments: { paymentCode: string }[] }>('/_mock/staff.json')
  ).body;
  const params = { paymentCode: payments[0]?.paymentCode ?? '' };
  return (await session.call('payments.getReceipt', { params })).status;
}
