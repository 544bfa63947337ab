import {
  type ApplicantState,
  applicantExamples,
  applicantRole,
  applicantStates,
  type BioData,
  toBioData,
  toContactData,
  toEducationData,
} from '@one-planet/contract';
import { type Payment, type Person, staffRole } from '../data/entities.ts';
import { Random } from '../data/random.ts';
import type { World } from '../data/world.ts';
import { hashPassword } from '../rules/passwords.ts';
import { newPayment } from '../rules/payments.ts';
import { newApplicant } from '../rules/people.ts';
import { storeFile } from '../rules/stored-files.ts';
import { samplePdf, samplePicture } from './samples.ts';

/** The one staff account. It logs in, but is no applicant. */
export const staffAccount = { email: 'staff@example.com', password: 'Staff2025' } as const;

/** The password of every pre-created applicant who has one. */
export const precreatedPassword = 'Precreated2025';

/** @returns the e-mail address of a pre-created applicant. @param number 1 for the first */
export function precreatedEmail(number: number): string {
  return `applicant${number}@example.com`;
}

const states = [null, ...applicantStates];

/** So many pre-created applicants are one in each state, and one who is registered only. */
export const oneInEachState = states.length;

/** @returns the e-mail address of a pre-created applicant in a state. @param which 1 for the first in it */
export function precreatedEmailIn(state: ApplicantState | null, which = 1): string {
  return precreatedEmail(states.indexOf(state) + 1 + (which - 1) * oneInEachState);
}

const tookExam = states.indexOf('TOOK_EXAM');
const first = [
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
const others = [
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
export async function addStaff(world: World): Promise<void> {
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
 * Adds applicants in all states, in turn: the first is registered only, the last of each round admitted. They share one
 * password hash, one picture and one document; made one by one, 100,000 would take minutes.
 */
export async function addApplicants(world: World, count: number): Promise<void> {
  if (count === 0) return;
  const random = new Random(world.settings.seed, 'people');
  const shared = await share(world);
  for (let number = 1; number <= count; number += 1) {
    const applicant = newApplicant(world.newId(), {
      role: applicantRole,
      email: precreatedEmail(number),
      firstName: random.pick(first),
      middleName: random.pick(others),
      lastName: random.pick(others),
      phone: `+2519${String(number).padStart(8, '0')}`,
    });
    const step = (number - 1) % states.length;
    if (step >= tookExam) {
      const payment = newPayment(world, applicant);
      if (step > tookExam) Object.assign(payment, shared.paid);
      applicant.paymentCode = payment.code;
      await world.payments.plant(payment);
    }
    Object.assign(applicant, shared.known[step]);
    world.moveTo(await world.people.plant(applicant), states[step] ?? null);
  }
}

/** What they all share: their data at each step, and how they paid. */
async function share(world: World) {
  const example = applicantExamples.hana;
  const [account] = world.bankAccounts.all();
  const bio = await sharedBio(world);
  // Every state has an entry, so that a new one is not forgotten.
  const after: Record<ApplicantState, Partial<Person>> = {
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
  const paid: Partial<Payment> = {
    transactionReference: example.transactionReference,
    bank: account?.bank ?? null,
    account: account?.account ?? null,
    attachment: bio.profilePicture,
    datePaid: new Date(world.now).toISOString(),
  };
  const known = states.map((_, step): Partial<Person> => {
    const passed = states.slice(0, step + 1).filter((state) => state !== null);
    return Object.assign({}, ...passed.map((state) => after[state]));
  });
  return { known, paid };
}

async function sharedBio(world: World): Promise<BioData> {
  const nobody = 0;
  const picture = await storeFile(world, nobody, 'image/png', await samplePicture());
  const document = await storeFile(world, nobody, 'application/pdf', samplePdf());
  const { bio } = applicantExamples.hana;
  return toBioData(
    { ...bio, profilePicture: undefined, educationDocument: undefined },
    { profilePicture: picture.name, educationDocument: document.name },
  );
}
