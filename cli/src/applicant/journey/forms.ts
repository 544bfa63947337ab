/** The three saved steps (journey specification, sections 2, 3 and 5). */
import { toBioData, toContactData, toEducationData } from '@one-planet/contract';
import { makePdf } from '../files/pdf.ts';
import { makePng } from '../files/png.ts';
import type { JourneyContext } from './context.ts';
import { demand, succeed } from './failure.ts';

export async function biography({ client, applicant, memory }: JourneyContext): Promise<string> {
  const picture = Buffer.from(makePng(64, 90));
  const [profilePicture, educationDocument] = await Promise.all([
    upload(client, 'picture.png', 'image/png', picture),
    upload(
      client,
      'certificate.pdf',
      'application/pdf',
      Buffer.from(makePdf('Grade 12 certificate')),
    ),
  ]);
  const files = { profilePicture: undefined, educationDocument: undefined };
  const stored = { id: memory.applicantId, profilePicture, educationDocument };
  await succeed(
    'applicants.saveBioData',
    client.applicants.saveBioData({ body: toBioData({ ...applicant.bio, ...files }, stored) }),
  );
  const back = await succeed(
    'files.get',
    client.files.get({ params: { fileName: profilePicture } }),
  );
  const same = picture.equals(Buffer.from(await back.arrayBuffer()));
  demand(
    'files.get',
    same,
    'the picture byte for byte as it was uploaded',
    `${back.size} other bytes`,
  );
  return 'picture and PDF uploaded, picture read back';
}

export async function education({ client, applicant }: JourneyContext): Promise<string> {
  await succeed(
    'applicants.saveEducationData',
    client.applicants.saveEducationData({ body: toEducationData(applicant.education) }),
  );
  return '';
}

export async function contact({ client, applicant }: JourneyContext): Promise<string> {
  const body = toContactData(applicant.contact);
  await succeed('applicants.saveContactData', client.applicants.saveContactData({ body }));
  return '';
}

function upload(
  client: JourneyContext['client'],
  name: string,
  type: string,
  bytes: Buffer,
): Promise<string> {
  const file = { name, data: new Blob([new Uint8Array(bytes)], { type }) };
  return succeed('files.upload', client.files.upload({ body: { file } }));
}
