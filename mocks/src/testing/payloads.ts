import {
  applicantExamples,
  type LifecycleOperation,
  toBioData,
  toContactData,
  toEducationData,
} from '@one-planet/contract';
import { samplePdf, samplePicture } from '../world/seed.ts';
import { expectStatus, type Session } from './session.ts';

const { hana } = applicantExamples;

type Body = object | undefined;
const none = () => undefined;

const bodies: Record<
  LifecycleOperation,
  (session: Session, token: string) => Body | Promise<Body>
> = {
  'applicants.activate': none,
  'applicants.createPassword': none,
  'exams.create': none,
  'exams.submit': () => ({ id: 1, results: '' }),
  'payments.getPending': none,
  'payments.makeOffline': deposit,
  'payments.payOnline': () => ({
    price: 500,
    currency: 'ETB',
    method: 'arifpay',
    intent: 'SALE',
    description: 'Fee',
  }),
  'applicants.saveBioData': biography,
  'applicants.saveEducationData': () => toEducationData(hana.education),
  'applicants.saveContactData': () => toContactData(hana.contact),
  'applicants.applyForProgram': async (session, token) => ({
    selectedBatchProgramId: (await anyOffer(session, token)) ?? 301,
  }),
};

/** The right body of an operation that a state binds, but for that state; `undefined` where it takes none. */
export async function bodyOf(
  session: Session,
  name: LifecycleOperation,
  token: string,
): Promise<Body> {
  return await bodies[name](session, token);
}

async function anyOffer({ call }: Session, token: string) {
  const { status, body } = await call('batchPrograms.applicable', { token });
  return status === 200 ? body[0]?.id : undefined;
}

/** The report of a bank deposit by whoever the token belongs to. */
export async function deposit(session: Session, token: string) {
  const { body: pending } = await session.call('payments.getPending', { token });
  return {
    paymentCode: pending.paymentDto?.paymentCode ?? 'none',
    transactionReference: hana.transactionReference,
    bankAccount: '1000234567891',
    attachmentUrl: await uploadPicture(session, token),
  };
}

/** A biography with freshly uploaded files. */
export async function biography(session: Session, token: string) {
  const stored = {
    profilePicture: await uploadPicture(session, token),
    educationDocument: await uploadDocument(session, token),
  };
  const { bio } = hana;
  const form = { ...bio, profilePicture: undefined, educationDocument: undefined };
  return toBioData(form, stored);
}

/** @returns the stored name */
export async function uploadPicture({ call }: Session, token: string): Promise<string> {
  const file = new Blob([await samplePicture()], { type: 'image/png' });
  return expectStatus(await call('files.upload', { file, token }), 200);
}

/** @returns the stored name */
export async function uploadDocument({ call }: Session, token: string): Promise<string> {
  return expectStatus(await call('files.upload', { file: new Blob([samplePdf()]), token }), 200);
}
