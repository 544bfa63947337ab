/** The three forms, the application and the receipt (journey specification, sections 2, 3 and 5). */
import { CliError } from '../../process/exit.ts';
import { sampleFiles, toUpload, type UploadFile } from '../sample-files.ts';
import type { JourneyContext } from './context.ts';
import { demand } from './failure.ts';
import { bodyOf, succeed } from './send.ts';

export async function saveBiography(context: JourneyContext): Promise<string> {
  const picture = sampleFiles.profilePicture;
  const [profilePicture, educationDocument] = await Promise.all([
    upload(context, picture),
    upload(context, sampleFiles.educationDocument),
  ]);
  const files = { profilePicture, educationDocument };
  await succeed(context, 'applicants.saveBioData', { files });
  const back = await succeed(context, 'files.get', { files });
  const isSame = Buffer.compare(picture.bytes, Buffer.from(await back.arrayBuffer())) === 0;
  const expected = 'the picture byte for byte as it was uploaded';
  demand('files.get', isSame, expected, `${back.size} other bytes`);
  return 'picture and PDF uploaded, picture read back';
}

export async function saveEducation(context: JourneyContext): Promise<string> {
  await succeed(context, 'applicants.saveEducationData');
  return '';
}

export async function saveContact(context: JourneyContext): Promise<string> {
  await succeed(context, 'applicants.saveContactData');
  return '';
}

/** @returns the name the file is stored under */
export async function upload({ client }: JourneyContext, file: UploadFile): Promise<string> {
  return bodyOf('files.upload', await client.files.upload({ body: { file: toUpload(file) } }));
}

export async function apply(context: JourneyContext): Promise<string> {
  const offers = await succeed(context, 'batchPrograms.applicable');
  demand('batchPrograms.applicable', offers.length > 0, 'a program to apply to', 'an empty list');
  const wanted = context.applicant.program;
  const same = (name: string) => name.trim().toLowerCase() === wanted?.trim().toLowerCase();
  const chosen = wanted ? offers.find(({ program }) => same(program.name)) : offers[0];
  if (!chosen) {
    const names = offers.map(({ program }) => program.name).join(', ');
    throw new CliError(
      `the applicant wants "${wanted}"; the backend offers ${names}. Change "program" in the applicant's file`,
    );
  }
  await succeed(context, 'applicants.applyForProgram', { offerId: Number(chosen.id) });
  context.remember({ program: chosen.program.name });
  return chosen.program.name;
}

export async function readReceipt(context: JourneyContext): Promise<string> {
  const { payment } = context.memory;
  if (!payment) throw new CliError('the payment code is not known, so the receipt cannot be read');
  const { paymentCode, paymentAmount, bankAccount } = await succeed(context, 'payments.getReceipt');
  const isSame = paymentCode === payment.code;
  demand('payments.getReceipt', isSame, 'the payment code that was paid', 'another one');
  const isPaid = paymentAmount === payment.amount;
  demand('payments.getReceipt', isPaid, `the amount ${payment.amount}`, String(paymentAmount));
  return `${paymentAmount} ETB${bankAccount ? `, ${bankAccount}` : ''}`;
}
