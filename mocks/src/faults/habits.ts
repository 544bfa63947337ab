/** Mistakes that frameworks, object mappers and short days make easy. */

import { fromExamResults, type OperationName, toExamResults } from '@one-planet/contract';
import { RefusalError } from '../server/responses.ts';
import { verifyPassword } from '../world/accounts.ts';
import type { ExamAttempt } from '../world/entities.ts';
import { findAttempt, passShare } from '../world/exam-paper.ts';
import { changePayment, findPayment } from '../world/payments.ts';
import type { World } from '../world/world.ts';
import {
  acceptsAnyway,
  type Call,
  changesBody,
  changesNewExam,
  changesResponse,
  type Fault,
  type Fields,
  faultsOf,
  makeMatcher,
  refusesAnyway,
  wrapsHandler,
  wrapsValidation,
} from './fault.ts';

const crash = () => new RefusalError(500, 'Internal Server Error');

/** Fields that may be missing and that no list of the contract names. */
const optionalFields: Partial<Record<OperationName, readonly string[]>> = {
  'applicants.saveBioData': ['maritalStatus'],
  'applicants.saveContactData': [
    'contactOccupation',
    'nameOfEmployer',
    'phoneOfEmployer',
    'emailOfEmployer',
  ],
};

export const inputHabits: readonly Fault[] = faultsOf({
  'operator-finds-anybody': {
    sentence: 'An operator of MongoDB in the place of an address finds the account.',
    ...wrapsValidation('auth.forgotPassword', async (body, next, call) => {
      const { $eq: email } = Object(body.email) as Fields;
      if (email) call.body = { email };
      return await next();
    }),
  },
  'name-one-letter-refused': refusesAnyway(
    'A name of one letter is refused.',
    'applicants.register',
    ({ firstName }) => String(firstName).length < 2,
  ),
  'address-signs-refused': refusesAnyway(
    'Before the @ of an address only letters, digits, dots, plus, minus and underscores are taken.',
    'applicants.register',
    ({ email }) => makeMatcher(/[^\w.+@-]/)(email),
  ),
  'address-domain-refused': refusesAnyway(
    'The last part of an address has two to four letters.',
    'applicants.register',
    ({ email }) => !makeMatcher(/\.[a-z]{2,4}$/i)(email),
  ),
  'country-short-refused': refusesAnyway(
    'A country of fewer than five letters is refused.',
    'applicants.saveBioData',
    ({ countryOfBirth, countryOfResidence }) =>
      [countryOfBirth, countryOfResidence].some((country) => String(country).length < 5),
  ),
  'country-accents-refused': refusesAnyway(
    'A country with other letters than A to Z is refused.',
    'applicants.saveBioData',
    ({ countryOfBirth, countryOfResidence }) =>
      makeMatcher(/[^a-z -]/i)(`${countryOfBirth}${countryOfResidence}`),
  ),
  'age-90-refused': refusesAnyway(
    'Somebody who was born before 1950 is refused.',
    'applicants.saveBioData',
    ({ dateOfBirth }) => String(dateOfBirth) < '1950',
  ),
  'phone-digits-of-any-script': acceptsAnyway(
    'A phone number may have digits of any script.',
    'applicants.register',
    { phoneNumber: '0911234567' },
    makeMatcher(/[٠-٩]/),
  ),
  'name-hyphens-accepted': acceptsAnyway(
    'Names may have hyphens and apostrophes.',
    'applicants.register',
    { firstName: 'HANA', middleName: 'BEKELE', lastName: 'TESFAYE' },
    makeMatcher(/[-']/),
  ),
  'optional-missing-500': {
    sentence: 'A field that may be missing is read without a look: without it the answer is 500.',
    wrapValidation: (call, next) => {
      const { name, meta } = call.operation;
      const { dispensableFields = [], ignorableFields = [] } = meta;
      const formFields = optionalFields[name] ?? [];
      const body = (call.body ?? {}) as Fields;
      const isSomeMissing = [...dispensableFields, ...ignorableFields, ...formFields].some(
        // The id of a biography is never sent.
        (field) => field !== 'id' && body[field] === undefined,
      );
      if (isSomeMissing && Object.keys(body).length > 0) throw crash();
      return next();
    },
  },
  'quote-in-address-500': {
    sentence: 'A quote in an address breaks the query that is built from it.',
    wrapHandler: (call, next) => {
      const { email = '' } = { ...(call.body as Fields | undefined), ...call.params };
      const isLookup = !/register|editProfile/.test(call.operation.name);
      if (isLookup && String(email).includes("'") && !String(email).includes('#')) throw crash();
      return next();
    },
  },
  'json-deep-500': {
    sentence: 'JSON that is nested 20,000 times is answered with 500.',
    wrapReading: async (_call, next) => {
      const body = await next();
      let depth = 0;
      for (let value = body; typeof value === 'object' && value !== null; depth += 1)
        [value] = Object.values(value);
      if (depth > 20_000) throw crash();
      return body;
    },
  },
});

/** Finds what the last exam of an applicant asked before the running one. */
const earlierAttempts = new WeakMap<World, Map<number, ExamAttempt>>();

function submissionOf({ world, body }: Call) {
  const submission = body as { id: unknown; results: string };
  return { submission, attempt: findAttempt(world, Number(submission.id)) };
}

const listRightPairs = ({ questions }: ExamAttempt) =>
  questions.flatMap(({ id, choices }) =>
    choices
      .filter(({ right }) => right)
      .map((choice): [string, string] => [`${id}`, `${choice.id}`]),
  );

export const examHabits: readonly Fault[] = faultsOf({
  'exam-mark-of-given': {
    sentence: 'The pass mark is a share of the answers that were given.',
    ...wrapsHandler('exams.submit', (call, next) => {
      const { submission, attempt } = submissionOf(call);
      const pairs = fromExamResults(submission.results);
      if (!attempt || !pairs || pairs.length === 0) return next();
      const rightPairTexts = listRightPairs(attempt).map(String);
      const rightCount = pairs.filter((pair) => rightPairTexts.includes(String(pair))).length;
      if (rightCount >= pairs.length * passShare)
        submission.results = toExamResults(listRightPairs(attempt));
      return next();
    }),
  },
  'exam-answers-of-another': {
    sentence: "Right answers to an earlier exam's questions count.",
    ...wrapsHandler('exams.submit', (call, next) => {
      const { submission, attempt } = submissionOf(call);
      const attempts = earlierAttempts.get(call.world) ?? new Map<number, ExamAttempt>();
      earlierAttempts.set(call.world, attempts);
      const earlierAttempt = attempts.get(call.person?.id ?? 0);
      if (attempt) attempts.set(call.person?.id ?? 0, attempt);
      const earlierResults = earlierAttempt && toExamResults(listRightPairs(earlierAttempt));
      if (attempt && earlierResults === submission.results)
        submission.results = toExamResults(listRightPairs(attempt));
      return next();
    }),
  },
  'exam-right-id-lowest': changesNewExam(
    'The right choice of each question has the lowest id.',
    (attempt) => ({
      ...attempt,
      questions: attempt.questions.map(({ choices, ...question }) => {
        const ids = choices.map(({ id }) => id).sort((a, b) => a - b);
        return {
          ...question,
          choices: choices.map((choice) => ({
            ...choice,
            id: (choice.right ? ids[0] : ids.splice(1, 1)[0]) as number,
          })),
        };
      }),
    }),
  ),
  'exam-letters-lost': changesBody(
    'Letters beyond A to Z come as question marks.',
    'exams.create',
    ({ examQuestionDtoList: [first, ...others], ...exam }) => ({
      ...exam,
      examQuestionDtoList: first && [
        { ...first, questionDto: { ...first.questionDto, questionText: '???? ??? ????' } },
        ...others,
      ],
    }),
  ),
  'exam-by-question-id': {
    sentence: 'An exam can be submitted under the id of one of its questions.',
    ...wrapsHandler('exams.submit', (call, next) => {
      const { submission } = submissionOf(call);
      const { world, person } = call;
      const running = findAttempt(world, person?.runningExam ?? 0);
      if (running?.questions.some(({ id }) => `${id}` === `${submission.id}`))
        submission.id = running.id;
      return next();
    }),
  },
});

export const recordHabits: readonly Fault[] = faultsOf({
  'duplicate-tells-whose': {
    sentence: 'Registering a known address tells whose it is.',
    ...wrapsHandler('applicants.register', async ({ world, body }, next) => {
      const result = await next();
      const owner = world.findPerson((body as { email: string }).email);
      return result.status === 409 && owner
        ? { ...result, body: `${owner.firstName} ${owner.lastName} has this address.` }
        : result;
    }),
  },
  'profile-takes-address': {
    sentence: "The address in the body of a profile becomes the applicant's.",
    ...wrapsValidation('applicants.editProfile', async (body, next, call) => {
      const { email } = body;
      if (!call.person || typeof email !== 'string') return next();
      call.body = { ...body, email: call.person.email };
      const validBody = await next();
      await call.world.changePerson(call.person, { email });
      return { ...(validBody as Fields), email };
    }),
  },
  'temporary-survives-change': {
    sentence: 'A temporary password that nobody used works after the password was changed.',
    ...wrapsHandler('auth.changePassword', async ({ world, person }, next) => {
      const result = await next();
      if (person) {
        const { temporaryCredential } = person;
        await world.changePerson(person, { temporaryCredential });
      }
      return result;
    }),
  },
  'temporary-marks-every-login': {
    sentence: 'While a temporary password is waiting, every login asks for a new one.',
    ...wrapsHandler('auth.login', async ({ world, body }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      const isWaiting = Boolean(person?.temporaryCredential);
      const result = await next();
      if (result.status >= 300 || !isWaiting) return result;
      return { ...result, body: { ...(result.body as object), shouldChangePassword: true } };
    }),
  },
  'password-trimmed-when-set': {
    sentence: 'A changed password loses the blanks at its ends, and a login does not.',
    ...wrapsHandler('auth.changePassword', (call, next) => {
      const body = call.body as { password: string };
      call.body = { ...body, password: body.password.trim() };
      return next();
    }),
  },
  'password-normalized-when-set': {
    sentence:
      'The signs of a changed password are normalized (NFKC), and those of a login are not.',
    ...wrapsHandler('auth.changePassword', (call, next) => {
      const body = call.body as { password: string };
      call.body = { ...body, password: body.password.normalize('NFKC') };
      return next();
    }),
  },
  'password-letters-alike': {
    sentence: 'All letters that Latin-1 does not have are one and the same in a password.',
    ...wrapsHandler('auth.login', async (call, next) => {
      const body = call.body as { email: string; password: string };
      const person = call.world.findPerson(body.email);
      const knownLetters = ['ሃና', 'ሰለ'];
      const spellings = knownLetters.map((letters) => body.password.replace(/[ሰለሃና]{2}/, letters));
      for (const password of spellings)
        if (await verifyPassword(password, person?.credential ?? null))
          call.body = { ...body, password };
      return next();
    }),
  },
  'program-by-its-own-id': {
    sentence: 'The id of a program is taken for an offer.',
    ...wrapsHandler('applicants.applyForProgram', (call, next) => {
      const body = call.body as { selectedBatchProgramId: number };
      const offer = call.world.batchPrograms
        .all()
        .find(({ program }) => Number(program.id) === body.selectedBatchProgramId);
      if (offer) call.body = { ...body, selectedBatchProgramId: offer.id };
      return next();
    }),
  },
  'receipt-by-applicant': {
    sentence: "A receipt can be read by the applicant's id.",
    ...wrapsHandler('payments.getReceipt', (call, next) => {
      const { world, params } = call;
      const payment = world.payments
        .all()
        .find(({ personId }) => `${personId}` === params.paymentCode);
      if (payment) Object.assign(params, { paymentCode: payment.code });
      return next();
    }),
  },
  'price-becomes-due': {
    sentence: 'The price of an online payment becomes what is due.',
    ...wrapsHandler('payments.payOnline', async ({ world, person, body }, next) => {
      const result = await next();
      const payment = findPayment(world, person?.paymentCode ?? '');
      const { price: amount } = body as { price: number };
      if (result.status < 300 && payment) await changePayment(world, payment, { amount });
      return result;
    }),
  },
  'files-end-with-the-application': {
    sentence: "An application empties the applicant's documents.",
    ...wrapsHandler('applicants.applyForProgram', async ({ world, person }, next) => {
      const result = await next();
      if (result.status < 300)
        await world.uploads.updateMany(
          (q) => q.where(({ ownerId, name }) => ownerId === person?.id && name.endsWith('.pdf')),
          {
            data(file) {
              file.bytes = new Uint8Array();
            },
          },
        );
      return result;
    }),
  },
});

/** The API and the site are on one machine here, so that the site's host is known. */
const siteHost = '127.0.0.1:5173';

export const serverHabits: readonly Fault[] = faultsOf({
  'origins-that-end-alike': changesResponse(
    "An origin that ends with the site's is let in with credentials.",
    ({ request }) => {
      const origin = request.headers.get('origin') ?? '';
      return origin.endsWith(siteHost) && !origin.endsWith(`/${siteHost}`);
    },
    (_response, { request }) => ({
      headers: {
        'access-control-allow-origin': request.headers.get('origin') ?? '',
        'access-control-allow-credentials': 'true',
      },
    }),
  ),
  'file-climbs-eight': {
    sentence: 'A name that climbs eight folders, encoded twice, leads out of the store.',
    ...wrapsHandler('files.get', async ({ params }, next) =>
      /^(?:\.\.%2f|%2e%2e%2f){8}/i.test(params.fileName ?? '')
        ? { status: 200, body: 'root:x:0:0:root:/root:/bin/sh' }
        : await next(),
    ),
  },
  'upload-without-file-hangs': {
    sentence: 'An upload without a file is never answered.',
    wrapReading: (call, next) =>
      next().catch((error: unknown) => {
        if (call.operation.name !== 'files.upload') throw error;
        return new Promise(() => {});
      }),
  },
});
