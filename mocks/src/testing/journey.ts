import {
  type ApplicantState,
  applicantExamples,
  applicantStates,
  type ExamResult,
  type Id,
  type LifecycleName,
  type StaffDecision,
  toRegistration,
  wayOut,
} from '@one-planet/contract';
import { bodyOf } from './payloads.ts';
import { expectStatus, type Received, type Session } from './session.ts';

const { hana } = applicantExamples;

/** Somebody on her way, and what a test needs to know of her. */
export interface Applicant {
  email: string;
  password: string;
  token: string;
  id: Id;
}

/** A registration of the example applicant under another address. */
export function registrationOf(email: string) {
  return toRegistration({ ...hana.register, email });
}

/** Registers. @returns the token of the mailed link */
export async function register({ call, raw }: Session, email: string): Promise<string> {
  expectStatus(await call('applicants.register', { body: registrationOf(email) }), 201);
  return activationToken({ raw }, email);
}

/** @returns the token of the newest activation link mailed to somebody */
export async function activationToken({ raw }: Pick<Session, 'raw'>, email: string) {
  const [newest] = await mailsTo({ raw }, email);
  return newest?.link?.split('/').at(-1) ?? '';
}

/** A mail as the outbox lists it. */
interface ListedMail {
  kind: string;
  text: string;
  link?: string;
  temporaryPassword?: string;
}

/** @returns the mails to somebody, newest first */
export async function mailsTo({ raw }: Pick<Session, 'raw'>, email: string) {
  return (await raw<ListedMail[]>(`/_mock/outbox.json?to=${encodeURIComponent(email)}`)).body;
}

/** Logs in. @returns the token */
export async function logIn({ call }: Session, email: string, password: string = hana.password) {
  return String(expectStatus(await call('auth.login', { body: { email, password } }), 200).token);
}

/** Walks an applicant from registration to a state, through nothing but the API and the staff page. */
export async function bring(
  session: Session,
  to: Exclude<ApplicantState, 'NOT_ACTIVATED'>,
  email = `applicant-${to.toLowerCase()}@example.com`,
): Promise<Applicant> {
  const { call } = session;
  const activated = await call('applicants.activate', {
    params: { token: await register(session, email) },
  });
  const { token: passwordToken } = expectStatus(activated, 200);
  const body = { name: email, email, password: hana.password };
  const params = { token: passwordToken };
  expectStatus(await call('applicants.createPassword', { params, body }), 200);
  const token = await logIn(session, email);
  const profile = await call('applicants.getByEmail', { params: { email }, token });
  const applicant = { email, password: hana.password, token, id: profile.body.id ?? '' };
  const way = applicantStates.slice(
    applicantStates.indexOf('ACTIVATED'),
    applicantStates.indexOf(to),
  );
  for (const state of way) {
    const answer = await move(session, applicant, state);
    if (answer.status >= 400) throw new Error(`${state}: ${JSON.stringify(answer)}`);
  }
  return applicant;
}

/** Takes the usual way out of a state. */
export async function move(
  session: Session,
  { email, token }: Applicant,
  from: ApplicantState,
): Promise<Received> {
  const way = wayOut(from);
  if (way === undefined) throw new Error(`Nothing leads out of ${from}.`);
  if (way === 'exams.submit') return await takeExam(session, token);
  if (isDecision(way)) return await staff(session, way.slice('staff.'.length), email);
  return await session.call(way, { body: await bodyOf(session, way, token), token });
}

function isDecision(way: LifecycleName): way is `staff.${StaffDecision}` {
  return way.startsWith('staff.');
}

/** Takes the exam with the key's answers, or with none. */
export async function takeExam(
  { call, raw }: Session,
  token: string,
  pass = true,
): Promise<Received<ExamResult>> {
  const { examDto } = expectStatus(await call('exams.create', { token }), 201);
  const { body: key } = await raw<Record<string, number>>(
    `/_mock/exam-key.json?exam=${examDto.id}`,
  );
  const pairs = Object.entries(key).map(([question, choice]) => `${question}:${choice}`);
  const body = { id: examDto.id, results: pass ? pairs.join(',') : '' };
  return await call('exams.submit', { body, token });
}

/** A decision of the staff page. */
export async function staff({ raw }: Session, decision: string, email: string): Promise<Received> {
  return await raw(`/_mock/staff/${decision}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
}

/** @returns the state as the applicant sees it */
export async function stateOf({ call }: Session, { email, token }: Applicant): Promise<string> {
  const profile = await call('applicants.getByEmail', { params: { email }, token });
  return expectStatus(profile, 200).status;
}
