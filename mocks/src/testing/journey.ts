import {
  type ApplicantState,
  applicantExamples,
  applicantStates,
  type ExamResult,
  type Id,
  toContactData,
  toEducationData,
  toRegistration,
} from '@one-planet/contract';
import { biography, deposit } from './payloads.ts';
import { type Came, expectStatus, type Session } from './session.ts';

const { hana } = applicantExamples;

/** Somebody on her way, and what a test needs to know of her. */
export interface Traveller {
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

/** Walks an applicant from registration to a state, through nothing but the API and the staff desk. */
export async function bring(
  session: Session,
  to: Exclude<ApplicantState, 'NOT_ACTIVATED'>,
  email = `traveller-${to.toLowerCase()}@example.com`,
): Promise<Traveller> {
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
  const traveller = { email, password: hana.password, token, id: profile.body.id ?? '' };
  const target = applicantStates.indexOf(to);
  for (let at = applicantStates.indexOf('ACTIVATED'); at < target; at += 1) {
    const answer = await move(session, traveller, applicantStates[at] as ApplicantState);
    if (answer.status >= 400) throw new Error(`${applicantStates[at]}: ${JSON.stringify(answer)}`);
  }
  return traveller;
}

/** The call that leads out of a state. */
export async function move(
  session: Session,
  traveller: Traveller,
  from: ApplicantState,
): Promise<Came> {
  const { call } = session;
  const { token } = traveller;
  switch (from) {
    case 'ACTIVATED':
      return await takeExam(session, token);
    case 'TOOK_EXAM':
      return await call('payments.makeOffline', { body: await deposit(session, token), token });
    case 'ACTIVATION_PAID':
      return await staff(session, 'verify', traveller.email);
    case 'BIOGRAPHIC_APPLICANT':
      return await call('applicants.saveBioData', { body: await biography(session, token), token });
    case 'BIOGRAPHIC_APPLICANT2':
      return await call('applicants.saveEducationData', {
        body: toEducationData(hana.education),
        token,
      });
    case 'BIOGRAPHIC_APPLICANT3':
      return await call('applicants.saveContactData', { body: toContactData(hana.contact), token });
    case 'READY_TO_APPLY': {
      const offers = await call('batchPrograms.applicable', { token });
      const body = { selectedBatchProgramId: offers.body[0]?.id };
      return await call('applicants.applyForProgram', { body, token });
    }
    case 'APPLIED':
      return await staff(session, 'admit', traveller.email);
    default:
      throw new Error(`Nothing leads out of ${from}.`);
  }
}

/** Takes the exam with the key's answers, or with none. */
export async function takeExam(
  { call, raw }: Session,
  token: string,
  pass = true,
): Promise<Came<ExamResult>> {
  const { examDto } = expectStatus(await call('exams.create', { token }), 201);
  const { body: key } = await raw<Record<string, number>>(
    `/_mock/exam-key.json?exam=${examDto.id}`,
  );
  const pairs = Object.entries(key).map(([question, choice]) => `${question}:${choice}`);
  const body = { id: examDto.id, results: pass ? pairs.join(',') : '' };
  return await call('exams.submit', { body, token });
}

/** A decision of the staff desk. */
export async function staff({ raw }: Session, decision: string, email: string): Promise<Came> {
  return await raw(`/_mock/staff/${decision}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
}

/** @returns the state as the applicant sees it */
export async function stateOf({ call }: Session, { email, token }: Traveller): Promise<string> {
  const profile = await call('applicants.getByEmail', { params: { email }, token });
  return expectStatus(profile, 200).status;
}
