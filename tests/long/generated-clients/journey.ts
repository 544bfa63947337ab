/** The whole journey, written once for every client. */
import {
  applicantExamples,
  toBioData,
  toContactData,
  toEducationData,
  toExamResults,
  toRegistration,
} from '@one-planet/contract';
import { makePdf } from '../../../cli/src/applicant/files/pdf.ts';
import { makePng } from '../../../cli/src/applicant/files/png.ts';
import type { Client } from './client.ts';

const { hana } = applicantExamples;
const { password } = hana;

/** What a mock tells beside its API. */
interface Outside {
  /** Reads one of the mock's own pages, or posts to it. */
  ask(path: string, body?: object): Promise<unknown>;
}

/**
 * Walks from the registration to the application.
 * @param email an address nobody has registered
 * @returns the states the profile told on the way, and what was read of the picture and the receipt
 */
export async function walk(client: Client, { ask }: Outside, email: string) {
  const states: string[] = [];
  const look = async () => states.push((await client.profile(email)).status);

  await client.register(toRegistration({ ...hana.register, email }));
  const [mail] = (await ask(`outbox.json?to=${encodeURIComponent(email)}`)) as { link: string }[];
  const activated = await client.activate(mail?.link.split('/').at(-1) ?? '');
  await client.createPassword(activated.token, { name: email, email, password });
  await client.login({ email, password });
  await look();

  const { examDto } = await client.startExam();
  const key = (await ask(`exam-key.json?exam=${examDto.id}`)) as Record<string, number>;
  await client.submitExam({ id: examDto.id, results: toExamResults(Object.entries(key)) });
  await look();

  const picture = makePng();
  const upload = (name: string, bytes: Uint8Array, type: string) =>
    client.upload(new File([Uint8Array.from(bytes)], name, { type }));
  const { paymentCode } = (await client.pendingPayment()).paymentDto;
  await client.payOffline({
    paymentCode,
    transactionReference: hana.transactionReference,
    bankAccount: (await client.bankAccounts())[0]?.account ?? '',
    attachmentUrl: await upload('receipt.png', picture, 'image/png'),
  });
  await look();
  await ask('staff/verify', { email });
  await look();

  const bio = { ...hana.bio, profilePicture: undefined, educationDocument: undefined };
  const stored = {
    profilePicture: await upload('me.png', picture, 'image/png'),
    educationDocument: await upload('grade-12.pdf', makePdf('Grade 12'), 'application/pdf'),
  };
  await client.saveBiography(toBioData(bio, stored));
  await look();
  await client.saveEducation(toEducationData(hana.education));
  await look();
  await client.saveContact(toContactData(hana.contact));
  await look();
  const [offer] = await client.offers();
  await client.apply({ selectedBatchProgramId: Number(offer?.id) });
  await look();

  const read = new Uint8Array(await (await client.readFile(stored.profilePicture)).arrayBuffer());
  const receipt = await client.receipt(paymentCode);
  return {
    states,
    isSamePicture: Buffer.compare(read, picture) === 0,
    isOwnReceipt: receipt.paymentCode === paymentCode,
  };
}
