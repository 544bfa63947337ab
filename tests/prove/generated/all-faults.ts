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
      'answers/exams.create/examQuestionDtoList[].questionDto.questionChoiceDtoList[].*/case',
      'answers/applicants.activate/*Name/case',
    ],
  },
  {
    category: 'values only the college knows',
    explanation:
      'Texts, numbers and list lengths of the college that no other response repeats. Where a number occurs elsewhere, that is chance.',
    faults: [
      'answers/programs.list/[].description/*',
      'answers/programs.courses/[].creditHours/*',
      'answers/programs.courses/[].semesterNumber/*',
      'answers/programs.courses/[]/*',
      'answers/contents.list/[].id/*',
      'answers/exams.create/examDto.duration/truncated',
      'answers/exams.create/examDto.duration/doubled',
      'answers/exams.create/examQuestionDtoList[].questionDto.questionChoiceDtoList[].label/doubled',
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
    category: 'stored and never returned',
    explanation:
      'No operation returns the education background, the emergency contact or the chosen program, so no client can see that they were lost.',
    faults: [
      'states/applicants.saveEducationData/without-effect',
      'states/applicants.saveContactData/without-effect',
      'states/applicants.applyForProgram/without-effect',
    ],
  },
  {
    category: 'readings that the decisions tolerate',
    explanation:
      'A profile can be readable without a token, and a receipt for everybody who has its code. A backend can lack updateUser, and ignore the id in a biography. A second login can return the running session, with a role twice. An applicationStatus can be any word that is no state. A new mail can hold the same link.',
    faults: [
      'access/applicants.getByEmail/no-token',
      'access/payments.getReceipt/of-others',
      'states/auth.updateUser/without-effect',
      'rules/applicants.saveBioData/id/*',
      'secrets/auth.login/reused',
      'secrets/applicants.resendEmail/reused',
      'lists/auth.login/roles/doubled',
      'answers/applicants.getByEmail/applicationStatus/truncated',
      'answers/applicants.getByEmail/applicationStatus/case',
      'answers/applicants.getByEmail/applicationStatus/doubled',
    ],
  },
  {
    category: 'situations no client can reach',
    explanation:
      'Without a password an applicant has no token. A backend cannot refuse an unused link, so the activation is never too early. Only a dialect whose activation has the password sends one there.',
    faults: [
      'gates/*/NOT_ACTIVATED',
      'states/applicants.activate/too-early',
      'rules/applicants.activate/password/*',
    ],
  },
  {
    category: 'redundant fields',
    explanation:
      'The path or the token already says it, or the specification does not ask the applicant for it. A backend that ignores the field is correct, whatever its value is.',
    faults: [
      'rules/applicants.register/iAgreeMarketing/*',
      'rules/applicants.register/referral/*',
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
    category: 'values that can repeat',
    explanation:
      'Another attempt can have the same questions, a receipt that is read twice is the same and can keep the name of the day of the payment, and the list of bank accounts beside a result is optional.',
    faults: [
      'answers/payments.getReceipt/applicant/previous',
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
      "The provider makes the address of a payment, and the address gives no access to the applicant's data.",
    faults: [
      'secrets/payments.payOnline/consecutive',
      'secrets/payments.payOnline/from-address',
      'secrets/payments.payOnline/told-to-others/*',
    ],
  },
  {
    category: 'null in place of a value',
    explanation:
      'The first or the previous value is null, which a profile can have: the result equals a missing field.',
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
    category: 'the applicant sent it herself',
    explanation: 'The response to a link or a token repeats what the applicant sent.',
    faults: [
      'secrets/*/told-to-herself/applicants.activate',
      'secrets/applicants.activate/told-to-herself/applicants.createPassword',
    ],
  },
  {
    category: 'numbers JavaScript cannot write',
    explanation: 'JavaScript cannot write a whole number beyond its exact range.',
    faults: [
      'rules/applicants.applyForProgram/selectedBatchProgramId/min',
      'rules/applicants.applyForProgram/selectedBatchProgramId/max',
    ],
  },
];

/**
 * Faults that a check could catch, but none does, or only in a run that happens to draw what they break. They count as
 * missed and do not fail the proof.
 */
const knownGaps: readonly string[] = [
  'answers/applicants.activate/lastName/latin1',
  'answers/applicants.activate/email/escaped',
  'answers/auth.login/email/escaped',
  'lists/batchPrograms.applicable/(body)/mixed',
  'answers/exams.create/examQuestionDtoList[].questionDto/previous',
  'answers/exams.create/examQuestionDtoList[].questionDto.questionChoiceDtoList[].label/others',
  'answers/exams.create/examQuestionDtoList[].questionDto.questionChoiceDtoList[].label/constant',
  'lists/exams.create/examQuestionDtoList[].questionDto.questionChoiceDtoList/previous',
  'rules/applicants.saveEducationData/grade1*Year/regex',
  'answers/payments.getReceipt/bankAccount/others',
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
