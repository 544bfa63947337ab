import {
  applicantExamples,
  type OperationName,
  toBioData,
  toContactData,
  toEducationData,
} from '@one-planet/contract';
import { samplePdf, samplePicture } from '../seed/samples.ts';
import { expectStatus, type Session } from './session.ts';

const { hana } = applicantExamples;

/** The right body of an operation that a state binds, but for that state; `undefined` where it takes none. */
export async function bodyOf(
  session: Session,
  name: OperationName,
  token: string,
): Promise<object | undefined> {
  switch (name) {
    case 'exams.submit':
      return { id: 1, results: '' };
    case 'payments.makeOffline':
      return await deposit(session, token);
    case 'payments.payOnline':
      return { price: 500, currency: 'ETB', method: 'arifpay', intent: 'SALE', description: 'Fee' };
    case 'applicants.saveBioData':
      return await biography(session, token);
    case 'applicants.saveEducationData':
      return toEducationData(hana.education);
    case 'applicants.saveContactData':
      return toContactData(hana.contact);
    case 'applicants.applyForProgram':
      return { selectedBatchProgramId: (await anyOffer(session, token)) ?? 301 };
    default:
      return undefined;
  }
}

async function anyOffer({ call }: Session, token: string) {
  const { status, body } = await call('batchPrograms.applicable', { token });
  return status === 200 ? body[0]?.id : undefined;
}

/** What reports a bank deposit of whoever the token belongs to. */
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
