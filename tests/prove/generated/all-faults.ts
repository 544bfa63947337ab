/** The list of all generated faults, samples of it, and the reasons for which faults may be missed. */
import { accessFaults } from './access-faults.ts';
import type { GeneratedFault } from './generated-fault.ts';
import { listFaults, responseFaults } from './response-faults.ts';
import { ruleFaults } from './rule-faults.ts';
import { secretFaults } from './secret-faults.ts';
import { gateFaults, stateFaults } from './state-faults.ts';

export const generatedFaults: readonly GeneratedFault[] = [
  ...responseFaults,
  ...listFaults,
  ...ruleFaults,
  ...gateFaults,
  ...stateFaults,
  ...accessFaults,
  ...secretFaults,
];

/** @returns a random sample, which depends on the seed and the names, not on the order of the list */
export function sampleOf<T extends { name: string }>(
  items: readonly T[],
  count: number,
  seed: number,
): T[] {
  const ranksByName = new Map(items.map(({ name }) => [name, hash(`${seed} ${name}`)]));
  return [...items]
    .sort((a, b) => (ranksByName.get(a.name) ?? 0) - (ranksByName.get(b.name) ?? 0))
    .slice(0, count);
}

/** FNV-1a with a final mix: without it, names that differ only at the end would get similar hashes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text)
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
}

/** The reasons for missed faults; one that is missed without a reason fails the proof, unless it is a known gap. */
export const missReasons: readonly {
  category: string;
  explanation: string;
  /** Names of faults, in which `*` stands for any characters but a slash. */
  faults: readonly string[];
}[] = [
  {
    category: 'case does not matter',
    explanation:
      'Addresses, names of people and programs, and references are compared without regard to case; a phone number has no letters.',
    faults: [
      'answers/*/phone/case',
      'answers/payments.getReceipt/transactionReference/case',
      'answers/*/email/case',
      'answers/applicants.*/*Name/case',
      'answers/payments.getReceipt/applicant/case',
      'answers/programs.list/[].name/case',
      'answers/batchPrograms.applicable/[].program.name/case',
      'answers/exams.create/examQuestionDtoList[].questionDto.questionChoiceDtoList[].choiceText/case',
      'answers/applicants.activate/*Name/case',
    ],
  },
  {
    category: 'only the college knows',
    explanation:
      'Texts, figures and lengths of its lists that no other answer repeats; a number stands elsewhere by chance.',
    faults: [
      'answers/programs.list/[].description/*',
      'answers/programs.courses/[].creditHours/*',
      'answers/programs.courses/[].semesterNumber/*',
      'answers/programs.courses/[]/*',
      'answers/contents.list/[].id/*',
      'answers/exams.create/examDto.duration/truncated',
      'answers/exams.create/examDto.duration/doubled',
      'answers/payments.payOnline/redirect/truncated',
      'answers/payments.payOnline/redirect/case',
      'answers/payments.payOnline/redirect/doubled',
      'lists/programs.courses/*/empty',
      'lists/programs.courses/*/short',
      'lists/programs.courses/*/mixed',
      'lists/programs.courses/*/others',
      'lists/contents.list/*/*',
      'lists/batchPrograms.applicable/*/short',
      'lists/exams.create/*/short',
      'lists/exams.submit/bankAccountList/short',
      'lists/payments.getPending/bankAccountList/short',
    ],
  },
  {
    category: 'kept, and never answered',
    explanation:
      'No operation answers the education background, the emergency contact or the chosen program, so no client can see that they were lost.',
    faults: [
      'states/applicants.saveEducationData/without-effect',
      'states/applicants.saveContactData/without-effect',
      'states/applicants.applyForProgram/without-effect',
    ],
  },
  {
    category: 'a reading the decisions tolerate',
    explanation:
      'A profile may be read without a token, and a receipt by whoever has its code; updateUser may be left out; an id of her own biography may be left out; logging in again may answer the session that is running.',
    faults: [
      'access/applicants.getByEmail/no-token',
      'access/payments.getReceipt/of-others',
      'states/auth.updateUser/without-effect',
      'rules/applicants.saveBioData/id/*',
      'secrets/auth.login/reused',
    ],
  },
  {
    category: 'nobody can get there',
    explanation:
      'Before there is a password nobody has a token; a link that is not used yet has nothing a backend could refuse; only a dialect with the password in the activation sends one there.',
    faults: [
      'gates/*/NOT_ACTIVATED',
      'states/applicants.activate/too-early',
      'rules/applicants.activate/password/*',
    ],
  },
  {
    category: 'said twice',
    explanation:
      'What the path or the token says already, or what the specification does not ask of the person: a backend that does without it is right, whatever stands there.',
    faults: [
      'rules/applicants.register/iAgreeMarketing/*',
      'rules/applicants.createPassword/name/*',
      'rules/applicants.createPassword/email/*',
      'rules/applicants.resendEmail/email/*',
      'rules/applicants.editProfile/email/*',
      'rules/applicants.saveBioData/placeOfBirth/*',
      'rules/auth.changePassword/email/*',
      'rules/exams.submit/id/*',
      'rules/exams.submit/results/*',
      'rules/payments.payOnline/price/required',
      'rules/payments.payOnline/price/type',
      'rules/payments.payOnline/currency/required',
      'rules/payments.payOnline/currency/type',
      'rules/payments.payOnline/intent/*',
      'rules/payments.payOnline/description/*',
    ],
  },
  {
    category: 'another attempt may look so',
    explanation:
      'Questions may come again in another attempt, a receipt read twice is the same, and a list of accounts beside the result is optional.',
    faults: [
      'answers/payments.getReceipt/(body)/previous',
      'lists/exams.create/examQuestionDtoList/previous',
      'lists/exams.submit/bankAccountList/others',
      'lists/exams.submit/bankAccountList/previous',
      'answers/exams.submit/paymentDto/previous',
    ],
  },
  {
    category: "the provider's secret",
    explanation:
      "The address of a payment at the provider is made by the provider, and opens nothing of the applicant's.",
    faults: [
      'secrets/payments.payOnline/consecutive',
      'secrets/payments.payOnline/from-address',
      'secrets/payments.payOnline/told-to-others/*',
    ],
  },
  {
    category: 'nothing instead',
    explanation:
      'The constant, or the value before, is null, which a profile may hold: it is as good as left out.',
    faults: [
      'answers/applicants.getByEmail/profilePicture/previous',
      'answers/applicants.getByEmail/profilePicture/constant',
      'answers/applicants.getByEmail/countryOfResidence/previous',
      'answers/applicants.getByEmail/countryOfResidence/constant',
      'answers/applicants.getByEmail/nationality/previous',
      'answers/applicants.getByEmail/nationality/constant',
    ],
  },
  {
    category: 'she sent it herself',
    explanation: 'The answer to a link or a token repeats what she sent.',
    faults: [
      'secrets/*/told-to-herself/applicants.activate',
      'secrets/applicants.activate/told-to-herself/applicants.createPassword',
    ],
  },
  {
    category: 'no number can say it',
    explanation: 'JavaScript writes no whole number beyond its exact range.',
    faults: [
      'rules/applicants.applyForProgram/selectedBatchProgramId/min',
      'rules/applicants.applyForProgram/selectedBatchProgramId/max',
    ],
  },
];

/** Faults that a check could catch, but none does. They count as missed and do not fail the proof. */
const knownGaps: readonly string[] = [
  'answers/applicants.activate/lastName/latin1',
  'lists/batchPrograms.applicable/(body)/mixed',
  'rules/applicants.saveEducationData/grade1*Year/type',
  'rules/applicants.saveEducationData/grade1*Year/regex',
  'answers/payments.getReceipt/applicant/latin1',
  'answers/payments.getReceipt/bankAccount/others',
  'answers/payments.getReceipt/bankAccount/constant',
  'secrets/payments.payOnline/reused',
];

/** @returns the category of the reason for which this fault may be missed, or `undefined` */
export function reasonFor(name: string): string | undefined {
  return missReasons.find(({ faults }) => faults.some((pattern) => matchesPattern(name, pattern)))
    ?.category;
}

export function isKnownGap(name: string): boolean {
  return knownGaps.some((pattern) => matchesPattern(name, pattern));
}

function matchesPattern(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.[\]()|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(name);
}
