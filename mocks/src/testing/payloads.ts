import { applicantExamples, toBioData } from '@one-planet/contract';
import { samplePdf, samplePicture } from '../seed/samples.ts';
import { expectStatus, type Session } from './session.ts';

const { hana } = applicantExamples;

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
