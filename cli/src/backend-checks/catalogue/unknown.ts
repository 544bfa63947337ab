/** Unknown addresses, ids, tokens, codes and file names. */
import type { OperationName, RuleName } from '@one-planet/contract';
import type { Stage } from '../../applicant/stages.ts';
import { tokenNeverMailed } from '../../applicant/valid-calls.ts';
import { makeFailure, makeSkip } from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import { makeRandomText } from '../../core/text.ts';
import type { Level } from '../../report/report.ts';
import { prepareForCall } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { ensureStoredFile } from '../call-needs.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  obligationWords,
} from '../check.ts';
import {
  expectRefused,
  firstPasswordSendsToken,
  loginRefusalRules,
  makeUnknownValues,
  type RefusalRules,
} from '../expect.ts';
import { type Call, callWithBody } from '../http-messages.ts';

interface UnknownValueCase {
  /** The operation and the unknown value, for the check's id. */
  operationAndSubject: `${OperationName}/${string}`;
  description: string;
  stage?: Stage;
  level?: Level;
  refusalRules?: RefusalRules;
  rule?: RuleName;
  /** Makes the call, or several calls, in each of which a value is unknown. */
  makeChange: (
    context: CheckContext,
    call: Call,
    person: Person,
  ) => Promise<Call | Call[]> | Call | Call[];
}

/** How many ids beside those of the offers, and how many of other kinds, are tried as an offer. */
const maxOtherOffers = 4;

const unknownValueCases: readonly UnknownValueCase[] = [
  {
    operationAndSubject: 'applicants.activate/token',
    description: 'a token that was never mailed',
    rule: 'accounts#a-link-works-once',
    makeChange: () => ({ params: { token: tokenNeverMailed } }),
  },
  {
    operationAndSubject: 'applicants.activate/underscore',
    description: 'the token of a mailed link with _ in the place of a letter, or with letters more',
    rule: 'accounts#a-link-works-once',
    stage: 'REGISTERED',
    makeChange: (_context, { params = {} }) =>
      [withWildcard(String(params.token)), `${params.token}abc`].map((token) => ({
        params: { token },
      })),
  },
  {
    operationAndSubject: 'applicants.createPassword/token',
    description: 'a token that was never given out',
    rule: 'accounts#first-password',
    stage: 'NOT_ACTIVATED',
    makeChange: ({ helpers }, { params = {} }) => {
      if (!firstPasswordSendsToken(helpers.dialect))
        throw makeSkip('the dialect sends no token here');
      return [tokenNeverMailed, `${params.token}abc`].map((token) => ({ params: { token } }));
    },
  },
  {
    operationAndSubject: 'applicants.editProfile/id',
    description: 'an id nobody has, or hers with letters behind it',
    stage: 'ACTIVATED',
    makeChange: (_context, _call, { id }) =>
      makeUnknownValues(id).map((applicantId) => ({ params: { applicantId } })),
  },
  {
    operationAndSubject: 'auth.getUser/id',
    description: 'an id nobody has, or hers with letters behind it',
    stage: 'ACTIVATED',
    makeChange: (_context, _call, { id }) =>
      makeUnknownValues(id).map((userId) => ({ params: { userId } })),
  },
  {
    operationAndSubject: 'payments.getReceipt/code',
    description: 'a payment code that was never given out',
    rule: 'payment#no-receipt-before-payment',
    stage: 'BIOGRAPHIC_APPLICANT',
    makeChange: (_context, _call, { payment }) =>
      makeUnknownValues(payment?.code).map((paymentCode) => ({ params: { paymentCode } })),
  },
  {
    operationAndSubject: 'files.get/name',
    description: 'a file name that was never given out, or one of hers with letters more',
    rule: 'files#read-a-file',
    stage: 'ACTIVATED',
    makeChange: async ({ helpers }, _call, person) => {
      const storedName = await ensureStoredFile(person, 'profilePicture', helpers);
      const longerNames = [storedName.replace(/(?=\.|$)/, 'abc'), `${storedName}abc`];
      return [makeUnknownFileName(), ...longerNames].map((fileName) => ({ params: { fileName } }));
    },
  },
  {
    operationAndSubject: 'exams.submit/exam',
    description: 'the id of an exam that does not exist',
    rule: 'exam#false-answers',
    stage: 'ACTIVATED',
    makeChange: (_context, call, { exam }) =>
      [...makeUnknownValues(exam?.examDto.id), 'no-exam', 2 ** 69].map((id) =>
        callWithBody(call, { id }),
      ),
  },
  {
    operationAndSubject: 'payments.makeOffline/code',
    description: 'a payment code that was never given out',
    rule: 'payment#a-code-of-her-own',
    stage: 'TOOK_EXAM',
    makeChange: (_context, call, { payment }) =>
      // MySQL finds the number 0 equal to every text that does not begin with a digit.
      [...makeUnknownValues(payment?.code), 0].map((paymentCode) =>
        callWithBody(call, { paymentCode }),
      ),
  },
  {
    operationAndSubject: 'payments.makeOffline/bank',
    description: 'a bank account that is not on the list',
    rule: 'payment#an-account-in-use',
    stage: 'TOOK_EXAM',
    level: 'should',
    makeChange: async ({ referenceData }, call) => {
      const { id, account } = await referenceData.readActiveAccount();
      // The last two are the same number, and another account.
      return [...makeUnknownValues(id), `${account}abc`, `0${account}`, `${account}.0`].map(
        (bankAccount) => callWithBody(call, { bankAccount: String(bankAccount) }),
      );
    },
  },
  {
    operationAndSubject: 'payments.makeOffline/attachment',
    description: 'a receipt that was never uploaded',
    rule: 'payment#the-attached-receipt',
    stage: 'TOOK_EXAM',
    level: 'should',
    makeChange: (_context, call) =>
      [makeUnknownFileName(), `${fieldsOf(call.body).attachmentUrl}abc`].map((attachmentUrl) =>
        callWithBody(call, { attachmentUrl }),
      ),
  },
  {
    operationAndSubject: 'applicants.applyForProgram/programme',
    description: 'a program that is not offered',
    rule: 'application#apply',
    stage: 'READY_TO_APPLY',
    makeChange: (_context, call) => {
      const { selectedBatchProgramId: offerId } = fieldsOf(call.body);
      return [...makeUnknownValues(offerId), 98_765_432_109].map((selectedBatchProgramId) =>
        callWithBody(call, { selectedBatchProgramId }),
      );
    },
  },
  {
    operationAndSubject: 'applicants.applyForProgram/other-kind',
    description: 'an id beside those of the offers, or the id of a program in their place',
    rule: 'application#apply',
    stage: 'READY_TO_APPLY',
    makeChange: async ({ referenceData }, call, person) => {
      const offers = await referenceData.readOffers(person);
      const programIds = offers.map(({ program }) => Number(fieldsOf(program).id));
      const offerIds = offers.map(({ id }) => Number(id));
      // Rows are counted from 1, and closed offers and those of other batches stand between those of hers.
      const calls = [offerIds.flatMap((id) => [id - 1, id + 1]), [...programIds, 1, 2]]
        .flatMap((ids) => {
          const otherIds = ids.filter((id) => id > 0 && !offerIds.includes(id));
          return [...new Set(otherIds)].slice(0, maxOtherOffers);
        })
        .map((id) => callWithBody(call, { selectedBatchProgramId: id }));
      if (calls.length === 0) throw makeSkip('the ids of the offers are no numbers');
      return calls;
    },
  },
  {
    operationAndSubject: 'exams.submit/other-kind',
    description: 'the id of a question in the place of the exam',
    rule: 'exam#false-answers',
    stage: 'ACTIVATED',
    makeChange: (_context, call, { exam }) => {
      const ids = exam?.examQuestionDtoList.map(({ id }) => id) ?? [];
      const otherId = ids.find((id) => id !== exam?.examDto.id);
      return callWithBody(call, { id: otherId });
    },
  },
  {
    operationAndSubject: 'payments.getReceipt/other-kind',
    description: 'the id of an applicant in the place of a payment code',
    rule: 'payment#no-receipt-before-payment',
    stage: 'BIOGRAPHIC_APPLICANT',
    makeChange: (_context, _call, { id = 'none' }) => ({ params: { paymentCode: id } }),
  },
];

const makeUnknownFileName = () => `${makeRandomText('abcdef0123456789', 24)}.png`;

/** Operations that look up an applicant by her email address, with the rules for an unknown address. */
const addressLookups: readonly (Pick<UnknownValueCase, 'rule' | 'refusalRules'> & {
  operationName: OperationName;
  /** Where the operation would succeed if an address like hers were taken for hers; default: ACTIVATED. */
  stageToLookUp?: Stage;
})[] = [
  {
    operationName: 'applicants.resendEmail',
    rule: 'accounts#a-new-link',
    stageToLookUp: 'REGISTERED',
  },
  { operationName: 'applicants.getByEmail' },
  { operationName: 'auth.login', rule: 'accounts#failed-logins', refusalRules: loginRefusalRules },
  {
    operationName: 'auth.forgotPassword',
    rule: 'accounts#forgotten-password',
    refusalRules: { onlyStatuses: [400] },
  },
];

/**
 * Makes the path parameters that are database patterns.
 * @returns one pattern that matches everything, and one that matches only her own value
 */
function makePatternCalls(ownParams: Call['params'] = {}, unknownParams?: Call['params']): Call[] {
  if (!unknownParams) return [];
  const makePatternCall = (makePattern: (name: string) => string): Call => ({
    params: Object.fromEntries(Object.keys(unknownParams).map((name) => [name, makePattern(name)])),
  });
  return [
    makePatternCall(() => '%'),
    makePatternCall((name) => withWildcard(String(ownParams[name]))),
  ];
}

/** Replaces every character by `_`; a `_` that the token has stays. */
const withWildcard = (text: string) => text.replace(/[^_]/, '_');

const makeSignCase = (sign: string) => ({
  description: `an address with ${sign} in the place of a letter`,
  changeAddress: (email: string) => sign + email.slice(1),
  isLikeHers: true,
});

/**
 * Addresses that nobody registered. In a database pattern `%` matches any text and `_` matches any character, a quote ends
 * a text, and many databases compare letters without their accents. In an address these are ordinary characters.
 */
const unregisteredAddresses = {
  email: {
    description: 'an email address nobody registered',
    changeAddress: (email: string) => email.replace('@', '.nobody@'),
    isLikeHers: false,
  },
  percent: makeSignCase('%'),
  underscore: makeSignCase('_'),
  quote: makeSignCase("'"),
  accent: {
    description: 'an address with an accent more',
    changeAddress: (email: string) =>
      email.replace(/[a-z]/i, (letter) => `${letter}\u0301`.normalize('NFC')),
    isLikeHers: true,
  },
};

const addressCases: readonly UnknownValueCase[] = addressLookups.flatMap(
  ({ operationName, stageToLookUp = 'ACTIVATED', ...otherFields }) =>
    Object.entries(unregisteredAddresses).map(
      ([subject, { description, changeAddress, isLikeHers }]): UnknownValueCase => ({
        ...otherFields,
        operationAndSubject: `${operationName}/${subject}`,
        description,
        stage: isLikeHers || operationName === 'applicants.getByEmail' ? stageToLookUp : undefined,
        makeChange: (_context: CheckContext, { body, ...call }: Call, person: Person) => {
          const email = changeAddress(person.email);
          return {
            ...(call.params ? { params: { email } } : {}),
            ...(body ? { body: { ...body, email } } : {}),
          };
        },
      }),
    ),
);

export const unknownValueChecks: readonly BackendCheck[] = [
  ...[...unknownValueCases, ...addressCases].map(makeUnknownValueCheck),
  makeScenarioCheck({
    id: 'programs.courses/unknown/programme',
    sentence: 'programs.courses MUST answer a refusal or an empty list for an unknown program.',
    rule: 'catalogue#courses',
    run: async (context) => {
      const [program] = await context.referenceData.readPrograms();
      for (const programId of makeUnknownValues(program?.id)) {
        const response = await context.send('programs.courses', { params: { programId } });
        const isEmptyList = Array.isArray(response.json) && response.json.length === 0;
        if (response.status < 400 && !isEmptyList)
          throw makeFailure(`a refusal or an empty list for ${programId}`, response);
      }
    },
  }),
];

function makeUnknownValueCheck({
  operationAndSubject,
  description,
  stage,
  level = 'must',
  refusalRules = {},
  ...facts
}: UnknownValueCase): BackendCheck {
  const [operation, subject] = operationAndSubject.split('/') as [OperationName, string];
  return makeScenarioCheck({
    id: `${operation}/unknown/${subject}`,
    sentence: `${operation} ${obligationWords[level]} refuse ${description}${refusalRules.onlyStatuses ? ` with ${refusalRules.onlyStatuses.join(' or ')}` : ''}.`,
    rule: facts.rule ?? 'refusals#nothing-unknown',
    leavesOpen: refusalRules.onlyStatuses ? 'Nothing.' : 'Which 4xx it is.',
    stage,
    run: async (context) => {
      const person = stage ? await context.lendPerson(stage) : context.draftPerson();
      if (stage) await prepareForCall(operation, person, context.helpers);
      const call = await context.makeCall(operation, person);
      const changedCalls = [await facts.makeChange(context, call, person)].flat();
      for (const changedCall of changedCalls) {
        const response = await context.send(operation, { ...call, ...changedCall });
        expectRefused(context, response, description, refusalRules);
      }
      const patternText = `${description}, as the pattern of a database`;
      for (const patternCall of makePatternCalls(call.params, changedCalls[0]?.params)) {
        const response = await context.send(operation, {
          ...call,
          ...changedCalls[0],
          ...patternCall,
        });
        expectRefused(context, response, patternText, refusalRules);
      }
    },
  });
}
