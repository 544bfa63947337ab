/** A valid call of every operation for one applicant: what checks send, and what they break. */
import {
  activatesWithPassword,
  type Dialect,
  limits,
  type OperationName,
  toBioData,
  toContactData,
  toEducationData,
  toExamResults,
  toOfflinePayment,
  toProfileUpdate,
  toRegistration,
} from '@one-planet/contract';
import { makePdf } from '../../applicant/files/pdf.ts';
import { makePng } from '../../applicant/files/png.ts';
import { answerExam } from '../../config/answer-key.ts';
import { Blocked, Skipped } from '../outcome.ts';
import type { Facts } from '../reference-data.ts';
import type { Call, UploadFile } from '../wire/request.ts';
import type { Send } from '../wire/sender.ts';
import { readStoredName } from '../wire/stored-name.ts';
import type { Person } from './person.ts';

/** What payloads are made from. */
export interface Sources {
  facts: Facts;
  send: Send;
  dialect: Dialect;
}

type Maker = (person: Person, sources: Sources) => Promise<Call> | Call;

const none = (): Call => ({});
/** No backend has given it out. */
export const unknownToken = 'unknown0123456789abcdef0123456789';

const receiptPicture: UploadFile = {
  name: 'receipt.png',
  type: 'image/png',
  bytes: makePng(96, 200),
};
const portrait: UploadFile = {
  name: 'picture.png',
  type: 'image/png',
  bytes: makePng(64, 90),
};
const certificate: UploadFile = {
  name: 'certificate.pdf',
  type: 'application/pdf',
  bytes: makePdf('Grade 12 certificate'),
};
const sampleFiles = {
  receipt: receiptPicture,
  profilePicture: portrait,
  educationDocument: certificate,
};

const makers: Record<OperationName, Maker> = {
  'applicants.register': ({ input }) => ({ body: toRegistration(input.register) }),
  'applicants.activate': ({ activationToken = unknownToken, password }, { dialect }) => ({
    params: { token: activationToken },
    ...(activatesWithPassword(dialect) ? { body: { password } } : {}),
  }),
  'applicants.createPassword': ({ passwordToken = unknownToken, email, password }) => ({
    params: { token: passwordToken },
    body: { name: email, email, password },
  }),
  'applicants.resendEmail': ({ email }) => ({ params: { email }, body: { email } }),
  'applicants.getByEmail': ({ email }) => ({ params: { email } }),
  'applicants.editProfile': (person) => ({
    params: { applicantId: needId(person) },
    body: toProfileUpdate(person.input.register, person.email),
  }),
  'applicants.getBioData': none,
  'applicants.saveBioData': async (person, sources) => ({
    body: toBioData(
      { ...person.input.bio, profilePicture: undefined, educationDocument: undefined },
      {
        ...(person.id === undefined ? {} : { id: person.id }),
        profilePicture: await storedFile(person, 'profilePicture', sources),
        educationDocument: await storedFile(person, 'educationDocument', sources),
      },
    ),
  }),
  'applicants.saveEducationData': ({ input }) => ({ body: toEducationData(input.education) }),
  'applicants.saveContactData': ({ input }) => ({ body: toContactData(input.contact) }),
  'applicants.applyForProgram': async ({ token }, { facts }) => ({
    body: { selectedBatchProgramId: (await facts.offers(token))[0]?.id },
  }),
  'auth.login': ({ email, password }) => ({ body: { email, password } }),
  'auth.forgotPassword': ({ email }) => ({ body: { email } }),
  'auth.changePassword': ({ email, password }) => ({ body: { email, password } }),
  'auth.getUser': (person) => ({ params: { userId: needId(person) } }),
  'auth.updateUser': none,
  'batchPrograms.applicable': none,
  'programs.list': none,
  'programs.courses': async (_person, { facts }) => {
    const [program] = await facts.programs();
    if (program) return { params: { programId: program.id } };
    throw new Skipped('the backend has no programme');
  },
  'contents.list': none,
  'exams.create': none,
  'exams.submit': async ({ exam }, { facts }) => {
    if (!exam) return { body: { id: 1, results: '' } };
    const answers = answerExam(exam, await facts.answerKey());
    return { body: { id: exam.examDto.id, results: toExamResults(answers) } };
  },
  'payments.getPending': none,
  'payments.makeOffline': async (person, sources) => ({
    body: toOfflinePayment(
      {
        paymentCode: person.payment?.code ?? unknownToken,
        paymentBank: (await sources.facts.bank()).account,
        txnRefNumber: person.transactionReference,
        receiptFile: undefined,
      },
      await storedFile(person, 'receipt', sources),
    ),
  }),
  'payments.payOnline': ({ payment }) => ({
    body: {
      price: payment?.amount ?? 500,
      currency: 'ETB',
      method: 'arifpay',
      intent: limits.payment.intent,
      description: payment?.description ?? 'Application fee',
    },
  }),
  'payments.getReceipt': ({ payment }) => ({
    params: { paymentCode: payment?.code ?? unknownToken },
  }),
  'bankAccounts.list': none,
  'files.upload': () => ({ file: portrait }),
  'files.get': async (person, sources) => ({
    params: { fileName: await storedFile(person, 'profilePicture', sources) },
  }),
};

/**
 * A valid call of an operation, with her token.
 * @throws {Blocked | Skipped} where what it needs can't be had
 */
export async function callOf(
  operation: OperationName,
  person: Person,
  sources: Sources,
): Promise<Call> {
  const { token, number } = person;
  return { ...(await makers[operation](person, sources)), token, by: number, about: number };
}

/** The name under which one of her files is stored; it is uploaded when it is first asked for. */
export async function storedFile(
  person: Person,
  kind: keyof typeof sampleFiles,
  { send }: Sources,
): Promise<string> {
  const known = person.files[kind];
  if (known !== undefined) return known;
  const { token, number } = person;
  const reply = await send('files.upload', {
    file: sampleFiles[kind],
    token,
    by: number,
    about: number,
  });
  const name = readStoredName(reply);
  if (name === undefined) throw new Blocked('files.upload/answers', 'the upload answers no name');
  person.files[kind] = name;
  return name;
}

function needId({ id }: Person): string | number {
  if (id !== undefined) return id;
  throw new Skipped("the applicant's profile tells no id, which the address needs");
}
