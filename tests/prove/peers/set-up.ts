/** All that the calls of a run need and only the server can tell: tokens, ids, codes, stored names. */
import { applicantExamples, toRegistration } from '@one-planet/contract';
import { ask, pick } from './ask.ts';
import { emailOf, idOf, logIn, mailedToken } from './people.ts';
import { paper, picture } from './samples.ts';

const { hana } = applicantExamples;

/** Prepares a server, which may be broken: what can't be had is `unprepared`. */
export async function setUp(url: string) {
  const register = (email: string) =>
    ask(url, 'POST', '/api/applicants/public/apply', { body: registrationOf(email) });
  const linkOf = async (email: string) => {
    await register(email);
    return await mailedToken(url, email);
  };
  const passwordTokenOf = async (email: string) => {
    const path = `/api/applicants/public/active/${await linkOf(email)}`;
    return pick((await ask(url, 'POST', path, {})).body, 'token');
  };
  const tokens = await tokensOf(url);
  const exam = await startExam(url, tokens.examined);
  return {
    tokens,
    links: {
      fresh: await linkOf('link@example.com'),
      spent: await spentLink(url, linkOf),
      journey: await linkOf('journey@example.com'),
    },
    passwords: {
      fresh: await passwordTokenOf('fresh@example.com'),
      weak: await passwordTokenOf('weak@example.com'),
      spent: await spentPassword(url, passwordTokenOf),
    },
    ids: {
      own: await idOf(url, emailOf('ADMITTED'), tokens.admitted),
      others: await idOf(url, emailOf('ADMITTED', 1), tokens.other),
    },
    exam,
    offer: pick(await list(url, '/batch_programs/private/applicable', tokens.ready), 0, 'id'),
    program: pick(await list(url, '/programs/private'), 0, 'id'),
    account: pick(await list(url, '/bank-accounts/private'), 0, 'account'),
    files: {
      own: await upload(url, tokens.admitted),
      others: await upload(url, tokens.other),
      paying: await upload(url, tokens.paying),
      writing: await upload(url, tokens.writing),
      document: await upload(url, tokens.writing, paper),
    },
    code: await pendingCode(url, tokens.paying),
    receipt: await paid(url, tokens.paid),
  };
}

export type SetUp = Awaited<ReturnType<typeof setUp>>;

/** The example applicant under another address. */
export function registrationOf(email: string) {
  return toRegistration({ ...hana.register, email });
}

async function tokensOf(url: string) {
  const who = {
    admitted: emailOf('ADMITTED'),
    other: emailOf('ADMITTED', 1),
    edits: emailOf('ADMITTED', 2),
    changes: emailOf('ADMITTED', 3),
    starting: emailOf('ACTIVATED'),
    examined: emailOf('ACTIVATED', 1),
    paying: emailOf('TOOK_EXAM'),
    paid: emailOf('TOOK_EXAM', 1),
    payingOnline: emailOf('TOOK_EXAM', 2),
    pending: emailOf('TOOK_EXAM', 3),
    writing: emailOf('BIOGRAPHIC_APPLICANT'),
    writingBadly: emailOf('BIOGRAPHIC_APPLICANT', 1),
    education: emailOf('BIOGRAPHIC_APPLICANT2'),
    educationBadly: emailOf('BIOGRAPHIC_APPLICANT2', 1),
    contact: emailOf('BIOGRAPHIC_APPLICANT3'),
    contactBadly: emailOf('BIOGRAPHIC_APPLICANT3', 1),
    ready: emailOf('READY_TO_APPLY'),
    readyBadly: emailOf('READY_TO_APPLY', 1),
  };
  const entries = Object.entries(who).map(
    async ([name, email]) => [name, await logIn(url, email)] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Record<keyof typeof who, string>;
}

const list = async (url: string, path: string, token = '') =>
  (await ask(url, 'GET', `/api${path}`, { token })).body;

async function startExam(url: string, token: string) {
  const { body } = await ask(url, 'POST', '/api/exams/private/create', { token });
  const id = pick(body, 'examDto', 'id');
  const key = (await ask(url, 'GET', `/_mock/exam-key.json?exam=${id}`)).body;
  return { id, results: Object.entries(Object(key)).map((pair) => pair.join(':')) };
}

async function upload(url: string, token: string, file = picture): Promise<string> {
  const { body } = await ask(url, 'POST', '/api/files/private/upload_v2', { token, file });
  return typeof body === 'string' && /^\w+[.]\w+$/.test(body) ? body : 'unprepared.png';
}

async function pendingCode(url: string, token: string): Promise<string> {
  const pending = await list(url, '/payments/private/get_pending_payment', token);
  return pick(pending, 'paymentDto', 'paymentCode');
}

/** @returns the code of a payment that was made and verified */
async function paid(url: string, token: string): Promise<string> {
  const paymentCode = await pendingCode(url, token);
  const body = {
    paymentCode,
    transactionReference: hana.transactionReference,
    bankAccount: pick(await list(url, '/bank-accounts/private'), 0, 'account'),
    attachmentUrl: await upload(url, token),
  };
  await ask(url, 'POST', '/api/payments/private/make_offline_payment', { token, body });
  await ask(url, 'POST', '/_mock/staff/verify', { body: { email: emailOf('TOOK_EXAM', 1) } });
  return paymentCode;
}

async function spentLink(url: string, linkOf: (email: string) => Promise<string>) {
  const token = await linkOf('spent-link@example.com');
  await ask(url, 'POST', `/api/applicants/public/active/${token}`, {});
  return token;
}

async function spentPassword(url: string, tokenOf: (email: string) => Promise<string>) {
  const email = 'spent@example.com';
  const token = await tokenOf(email);
  const body = { name: email, email, password: hana.password };
  await ask(url, 'POST', `/api/applicants/public/create_password/${token}`, { body });
  return token;
}
