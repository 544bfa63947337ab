/** The records of a new backend: catalogue, bank accounts, texts, staff, and applicants in every state. */
import {
  type ApplicantState,
  applicantExamples,
  applicantRole,
  applicantStates,
  type BankAccount,
  type BioData,
  toBioData,
  toContactData,
  toEducationData,
} from '@one-planet/contract';
import { hashPassword, newApplicant } from './accounts.ts';
import { type Payment, type Person, staffRole } from './entities.ts';
import { storeFile } from './files.ts';
import { newPayment } from './payments.ts';
import { silhouette } from './pictures.ts';
import { coursesOf, programSeed } from './seed-catalogue.ts';
import type { World } from './world.ts';
import { Random } from './world.ts';

/** The college's accounts: the first is at the state bank, two are no longer in use. */
const bankAccountSeed: readonly BankAccount[] = [
  { id: 71, bank: 'Commercial Bank of Ethiopia', account: '1000234567891', status: 'ACTIVE' },
  { id: 72, bank: 'Awash Bank', account: '01320456789100', status: 'ACTIVE' },
  { id: 73, bank: 'Dashen Bank', account: '5021987654011', status: 'INACTIVE' },
  { id: 74, bank: 'Bank of Abyssinia', account: '88123456', status: 'ACTIVE' },
  { id: 75, bank: 'Hibret Bank', account: '1441816070229014', status: 'CLOSED' },
];

/** Text blocks staff can change; the home page shows the first. */
const contentSeed: readonly { id: number; content: string }[] = [
  {
    id: 1,
    content:
      'One Planet College grew out of a school that has taught children of many countries in Addis Ababa for years. Its small online classes are for people who work: you are never left alone with a question.',
  },
  {
    id: 2,
    content:
      'Applications for the 2025 academic year are open. A number of scholarships is kept for applicants with high results in the Digital Literacy Test.',
  },
  {
    id: 3,
    content:
      'All you need is a computer or a phone, a connection for a few hours a week, and the will to learn.',
  },
];

/** A small picture for applicants who have no photograph. */
export function samplePicture(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(silhouette), (letter) => letter.charCodeAt(0));
}

/** The smallest PDF that can be opened: one empty page. */
function samplePdf(): Uint8Array<ArrayBuffer> {
  const pdfSource = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;
  return new TextEncoder().encode(pdfSource) as Uint8Array<ArrayBuffer>;
}

/** The only staff account. It can log in, but is not an applicant. */
export const staffAccount = { email: 'staff@example.com', password: 'Staff2025' } as const;

/** The password of every pre-created applicant who has one. */
export const precreatedPassword = 'Precreated2025';

/**
 * @param number 1 for the first
 * @returns the email address of a pre-created applicant
 */
export function precreatedEmail(number: number): string {
  return `applicant${number}@example.com`;
}

const states = [null, ...applicantStates];

/** With this many pre-created applicants, there is one in each state, and one who has only registered. */
export const applicantsForEveryState = states.length;

/**
 * @param number 1 for the first in that state
 * @returns the email address of a pre-created applicant in a state
 */
export function precreatedEmailIn(state: ApplicantState | null, number = 1): string {
  return precreatedEmail(states.indexOf(state) + 1 + (number - 1) * applicantsForEveryState);
}

const tookExamIndex = states.indexOf('TOOK_EXAM');
const firstNames = [
  'ABEBA',
  'BIRUK',
  'CHALTU',
  'DAWIT',
  'ELENI',
  'FIKRU',
  'GELILA',
  'HABTAMU',
  'KIDIST',
];
const fatherNames = [
  'ALEMU',
  'BEKELE',
  'DESTA',
  'GIRMA',
  'HAILU',
  'KEBEDE',
  'LEMMA',
  'TADESSE',
  'WOLDE',
];

/** Adds the staff account. */
async function addStaff(world: World): Promise<void> {
  const names = { firstName: 'STAFF', middleName: 'OF', lastName: 'ADMISSIONS' };
  await world.people.create({
    ...newApplicant(1, {
      role: staffRole,
      email: staffAccount.email,
      phone: '+251111000000',
      ...names,
    }),
    credential: await hashPassword(staffAccount.password, 'staff'),
  });
}

/**
 * Adds applicants in all states in turn: of each group the first has only registered, and the last is admitted. They
 * share one password hash, one picture and one document, so that a backend starts at once.
 */
async function addApplicants(world: World, count: number): Promise<void> {
  if (count === 0) return;
  const random = new Random(world.settings.seed, 'people');
  const sharedFacts = await makeSharedFacts(world);
  for (let number = 1; number <= count; number += 1) {
    const applicant = newApplicant(world.newId(), {
      role: applicantRole,
      email: precreatedEmail(number),
      firstName: random.drawItem(firstNames),
      middleName: random.drawItem(fatherNames),
      lastName: random.drawItem(fatherNames),
      phone: `+2519${String(number).padStart(8, '0')}`,
    });
    const stateIndex = (number - 1) % states.length;
    const payment = stateIndex >= tookExamIndex ? newPayment(world, applicant) : undefined;
    const paidFields = stateIndex > tookExamIndex ? sharedFacts.paidFields : {};
    if (payment) await world.payments.create({ ...payment, ...paidFields });
    await world.people.create({
      ...applicant,
      ...sharedFacts.factsByStateIndex[stateIndex],
      state: states[stateIndex] ?? null,
      paymentCode: payment?.code ?? null,
    });
  }
}

/** What all pre-created applicants share: their input at each step, and how they paid. */
async function makeSharedFacts(world: World) {
  const example = applicantExamples.hana;
  const [account] = world.bankAccounts.all();
  const bio = await makeSharedBio(world);
  // Every state has an entry, so that a new one is not forgotten.
  const factsByState: Record<ApplicantState, Partial<Person>> = {
    NOT_ACTIVATED: {},
    ACTIVATED: { credential: await hashPassword(precreatedPassword, 'precreated') },
    TOOK_EXAM: {},
    ACTIVATION_PAID: {},
    BIOGRAPHIC_APPLICANT: {},
    BIOGRAPHIC_APPLICANT2: { bio },
    BIOGRAPHIC_APPLICANT3: { education: toEducationData(example.education) },
    READY_TO_APPLY: { contact: toContactData(example.contact) },
    APPLIED: { batchProgramId: world.batchPrograms.all()[0]?.id ?? null },
    ADMITTED: {},
  };
  const paidFields: Partial<Payment> = {
    transactionReference: example.transactionReference,
    bank: account?.bank ?? null,
    account: account?.account ?? null,
    attachment: bio.profilePicture,
    datePaid: new Date(world.now).toISOString(),
  };
  const factsSoFar = states.map((_, stateIndex): Partial<Person> => {
    const passedStates = states.slice(0, stateIndex + 1).filter((state) => state !== null);
    return Object.assign({}, ...passedStates.map((state) => factsByState[state]));
  });
  return { factsByStateIndex: factsSoFar, paidFields };
}

async function makeSharedBio(world: World): Promise<BioData> {
  const noOwnerId = 0;
  const picture = await storeFile(world, noOwnerId, 'image/png', samplePicture());
  const document = await storeFile(world, noOwnerId, 'application/pdf', samplePdf());
  const { bio } = applicantExamples.hana;
  return toBioData(
    { ...bio, profilePicture: undefined, educationDocument: undefined },
    { profilePicture: picture.name, educationDocument: document.name },
  );
}

/** Offers have other ids than programs, so that a program's id in the place of an offer's is noticed. */
const firstBatchProgramId = 301;

/** Fills an empty world: the catalogue, the accounts, the people. */
export async function plantSeed(world: World): Promise<void> {
  for (const account of bankAccountSeed) await world.bankAccounts.create({ ...account });
  for (const content of contentSeed) await world.contents.create({ ...content });
  for (const [index, { codePrefix, ...program }] of programSeed.entries()) {
    await world.programs.create(program);
    await world.batchPrograms.create({
      id: firstBatchProgramId + index,
      program: { id: program.id, name: program.name },
      batch: { id: 21, name: '2025 first intake' },
    });
    for (const course of coursesOf(codePrefix)) {
      await world.courses.create({ ...course, programId: program.id });
    }
  }
  await addStaff(world);
  await addApplicants(world, world.settings.applicants);
}
