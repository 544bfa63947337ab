import {
  type ApplicantState,
  applicantExamples,
  type ExamResult,
  type Id,
  toRegistration,
} from '@one-planet/contract';
import { precreatedEmailIn, precreatedPassword } from '../index.ts';
import { samplePicture } from '../world/seed.ts';
import { expectStatus, type ReceivedResponse, type Session } from './session.ts';

const { hana } = applicantExamples;

/** An applicant in a test, and what the test needs to know about her. */
export interface Applicant {
  email: string;
  token: string;
  id: Id;
}

/** The registration of the example applicant with another address. */
export function registrationBodyFor(email: string) {
  return toRegistration({ ...hana.register, email });
}

/**
 * Registers an applicant.
 * @returns the token of the mailed link
 */
async function register({ call, raw }: Session, email: string): Promise<string> {
  expectStatus(await call('applicants.register', { body: registrationBodyFor(email) }), 201);
  return readActivationToken({ raw }, email);
}

/** @returns the token of the newest activation link that was mailed to an address */
export async function readActivationToken({ raw }: Pick<Session, 'raw'>, email: string) {
  const [newestMail] = await readMailsTo({ raw }, email);
  return newestMail?.link?.split('/').at(-1) ?? '';
}

/** A mail as the outbox lists it. */
interface ListedMail {
  kind: string;
  text: string;
  link?: string;
  temporaryPassword?: string;
}

/** @returns the mails to an address, newest first */
export async function readMailsTo({ raw }: Pick<Session, 'raw'>, email: string) {
  return (await raw<ListedMail[]>(`/_mock/outbox.json?to=${encodeURIComponent(email)}`)).body;
}

/** Logs in. @returns the token */
export async function logIn({ call }: Session, email: string, password: string = hana.password) {
  return String(expectStatus(await call('auth.login', { body: { email, password } }), 200).token);
}

/** Logs in an applicant who was in that state from the start. */
export async function logInPrecreated(session: Session, state: ApplicantState): Promise<Applicant> {
  const email = precreatedEmailIn(state);
  const token = await logIn(session, email, precreatedPassword);
  const { body } = await session.call('applicants.getByEmail', { params: { email }, token });
  return { email, token, id: body.id ?? '' };
}

/** Walks an applicant from registration to a state through the API. */
export async function walkToState(
  session: Session,
  targetState: 'ACTIVATED' | 'TOOK_EXAM' | 'ACTIVATION_PAID',
  email = `applicant-${targetState.toLowerCase()}@example.com`,
): Promise<Applicant> {
  const { call } = session;
  const activationResponse = await call('applicants.activate', {
    params: { token: await register(session, email) },
  });
  const params = { token: expectStatus(activationResponse, 200).token };
  const createPasswordBody = { name: email, email, password: hana.password };
  expectStatus(await call('applicants.createPassword', { params, body: createPasswordBody }), 200);
  const sessionToken = await logIn(session, email);
  if (targetState !== 'ACTIVATED') expectStatus(await takeExam(session, sessionToken), 202);
  if (targetState === 'ACTIVATION_PAID') {
    const body = await prepareDeposit(session, sessionToken);
    expectStatus(await call('payments.makeOffline', { body, token: sessionToken }), 200);
  }
  const { body } = await call('applicants.getByEmail', { params: { email }, token: sessionToken });
  return { email, token: sessionToken, id: body.id ?? '' };
}

/**
 * Uploads a receipt for the owner of the token.
 * @returns the body that reports a bank deposit with it
 */
export async function prepareDeposit(session: Session, token: string) {
  const { body: pending } = await session.call('payments.getPending', { token });
  return {
    paymentCode: pending.paymentDto.paymentCode,
    transactionReference: hana.transactionReference,
    bankAccount: '1000234567891',
    attachmentUrl: await uploadPicture(session, token),
  };
}

/** @returns the name under which the picture was stored */
export async function uploadPicture({ call }: Session, token: string): Promise<string> {
  const picture = new Blob([samplePicture()], { type: 'image/png' });
  return expectStatus(await call('files.upload', { file: picture, token }), 200);
}

/**
 * Takes the exam.
 * @param rightCount how many answers are right
 * @param beforeSubmit runs before the exam is submitted
 */
export async function takeExam(
  { call, raw }: Session,
  token: string,
  rightCount = Number.POSITIVE_INFINITY,
  beforeSubmit = () => {},
): Promise<ReceivedResponse<ExamResult>> {
  const { examDto } = expectStatus(await call('exams.create', { token }), 201);
  const { body: key } = await raw<Record<string, number>>(
    `/_mock/exam-key.json?exam=${examDto.id}`,
  );
  const resultPairs = Object.entries(key).map(([question, choice]) => `${question}:${choice}`);
  beforeSubmit();
  const body = { id: examDto.id, results: resultPairs.slice(0, rightCount).join(',') };
  return await call('exams.submit', { body, token });
}

/** Makes a decision on the staff page. */
export async function decideAsStaff(
  { raw }: Session,
  decision: string,
  email: string,
): Promise<ReceivedResponse> {
  return await raw(`/_mock/staff/${decision}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
}

/** @returns the state that the applicant's profile shows */
export async function readStateOf({ call }: Session, { email, token }: Applicant): Promise<string> {
  const profile = await call('applicants.getByEmail', { params: { email }, token });
  return expectStatus(profile, 200).status;
}
