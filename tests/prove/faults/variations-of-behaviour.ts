/** Harmless variations in what operations do. */

import { allowedStates, currencyByProvider, type Gateway } from '@one-planet/contract';
import {
  changesBody,
  type Fault,
  faultsOf,
  wrapsHandler,
} from '../../../mocks/src/faults/fault.ts';
import { RefusalError } from '../../../mocks/src/server/responses.ts';
import { verifyPassword } from '../../../mocks/src/world/accounts.ts';
import type { Person } from '../../../mocks/src/world/entities.ts';
import { findAttempt } from '../../../mocks/src/world/exam-paper.ts';
import { findFile } from '../../../mocks/src/world/files.ts';
import { findPayment } from '../../../mocks/src/world/payments.ts';
import { changesNewExam, runsAfter } from './fault-kinds.ts';

/** A credential that matches no password; the account still counts as one whose password was created. */
const unusableCredential: Person['credential'] = { hash: '', salt: '' };

export const behaviourVariations: readonly Fault[] = faultsOf({
  'running-exam-refused': {
    sentence: 'Starting an exam again while it is running is refused.',
    ...wrapsHandler('exams.create', async ({ world, person }, next) => {
      const running = findAttempt(world, person?.runningExam ?? 0);
      const isRunning = running && world.now <= running.deadline;
      return isRunning ? { status: 409, body: 'The exam is running already.' } : await next();
    }),
  },
  'receipt-after-verification': {
    sentence: 'There is a receipt only after staff have verified the payment.',
    ...wrapsHandler('payments.getReceipt', async ({ world, params }, next) => {
      const payment = findPayment(world, params.paymentCode ?? '');
      const payer = payment && world.findPersonById(payment.personId);
      return payer?.state === 'ACTIVATION_PAID'
        ? { status: 404, body: 'There is no receipt yet.' }
        : await next();
    }),
  },
  'profile-without-token': {
    sentence: 'A profile, and with it the status, can be read without a token.',
    person: ({ operation, world, params, request }) =>
      operation.name === 'applicants.getByEmail' && !request.headers.has('authorization')
        ? world.findPerson(params.email ?? '')
        : undefined,
  },
  'receipts-for-owners': {
    sentence:
      'A receipt is shown to its owner alone: without a valid token it is refused with 401.',
    ...wrapsHandler('payments.getReceipt', async ({ person }, next) =>
      person ? await next() : { status: 401, body: 'Please log in first.' },
    ),
  },
  'receipts-of-others': {
    sentence: "A receipt can be read by its code, also with another applicant's token.",
    ...wrapsHandler('payments.getReceipt', (call, next) => {
      call.person = undefined;
      return next();
    }),
  },
  'offers-when-ready': changesBody(
    'Offers are shown only to applicants who are ready to apply.',
    'batchPrograms.applicable',
    (body, { person }) => (person?.state === 'READY_TO_APPLY' ? body : []),
  ),
  'offers-refused-before': {
    sentence: 'Offers are refused to applicants who are not ready to apply.',
    ...wrapsHandler('batchPrograms.applicable', async ({ person }, next) =>
      person?.state === 'READY_TO_APPLY'
        ? await next()
        : { status: 403, body: 'There is nothing to apply to yet.' },
    ),
  },
  'result-enumerated': changesBody(
    'The result of an exam is PASSED or EXAM_FAILED.',
    'exams.submit',
    (body) => {
      const result = body.paymentDto ? 'PASSED' : 'EXAM_FAILED';
      return { ...body, result, resultDesc: result };
    },
  ),
  'one-question': changesNewExam('An exam has one question.', (attempt) => ({
    ...attempt,
    questions: attempt.questions.slice(0, 1),
  })),
  'choices-numbered': changesNewExam(
    'The choices of every question are numbered from 1.',
    (attempt) => ({
      ...attempt,
      questions: attempt.questions.map((question) => ({
        ...question,
        choices: question.choices.map((choice, index) => ({ ...choice, id: index + 1 })),
      })),
    }),
  ),
  'fields-ignored': {
    sentence:
      'What the token or the path says is ignored in the body, and so is what nobody needs.',
    wrapValidation: async (call, next) => {
      const { operation, world, params, person, body } = call;
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return await next();
      const oneTimeToken = world.findOneTimeToken(params.token ?? '');
      const owner = person ?? world.findPersonById(oneTimeToken?.personId ?? 0);
      const ownAddress = params.email ?? owner?.email;
      const rightValues: Record<string, unknown> = {
        email: ownAddress,
        name: ownAddress,
        iAgreeMarketing: false,
        placeOfBirth: 'Addis Ababa',
        currency: 'method' in body ? currencyByProvider[body.method as Gateway] : undefined,
        intent: 'SALE',
        description: 'Application fee',
      };
      const { ignorableFields = [] } = operation.meta;
      call.body = {
        ...body,
        ...Object.fromEntries(ignorableFields.map((field) => [field, rightValues[field]])),
      };
      return await next();
    },
  },
  'contents-empty': changesBody('There are no contents.', 'contents.list', () => []),
  'newest-link-only': {
    sentence: 'A new activation link ends the older ones at once.',
    ...runsAfter('applicants.resendEmail', async ({ world, body }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      const newestToken = person && world.tokensOf(person).at(-1)?.token;
      await world.oneTimeTokens.updateMany(
        (q) => q.where(({ personId, token }) => personId === person?.id && token !== newestToken),
        {
          data(oneTimeToken) {
            oneTimeToken.used = true;
          },
        },
      );
      return next();
    }),
  },
  'forgotten-password-ends': {
    sentence: 'Requesting a temporary password disables the old password at once.',
    ...runsAfter('auth.forgotPassword', async ({ world, body }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      if (person) await world.changePerson(person, { credential: unusableCredential });
      return next();
    }),
  },
  'files-by-content': {
    sentence: 'Equal files of one owner are kept once: the name is a hash.',
    ...wrapsHandler('files.upload', async ({ world, person }, next) => {
      const result = await next();
      const storedUpload = findFile(world, String(result.body));
      if (!storedUpload || !person) return result;
      const bytesWithOwner = new Uint8Array([
        ...new TextEncoder().encode(`${person.id} `),
        ...storedUpload.bytes,
      ]);
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesWithOwner));
      const hashedFileName = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      if (!findFile(world, hashedFileName))
        await world.uploads.create({ ...storedUpload, name: hashedFileName });
      return { ...result, body: hashedFileName };
    }),
  },
  'password-differs': {
    sentence: 'A new password must be another one than before.',
    ...wrapsHandler('auth.changePassword', async ({ person, body }, next) => {
      const { password } = body as { password: string };
      const isSamePassword = await verifyPassword(password, person?.credential ?? null);
      return isSamePassword
        ? { status: 400, body: 'Please choose another password.' }
        : await next();
    }),
  },
  'phone-unique': {
    sentence: 'Two applicants cannot have one phone number.',
    ...wrapsHandler('applicants.register', async ({ world, body }, next) => {
      const { phoneNumber, email } = body as { phoneNumber: string; email: string };
      if (world.findPerson(email)) return await next();
      const isTaken = world.people.all().some(({ phone }) => phone === phoneNumber);
      return isTaken ? { status: 400, body: 'This phone number is registered.' } : await next();
    }),
  },
  'reference-unique': {
    sentence: 'A transaction reference counts once.',
    ...wrapsHandler('payments.makeOffline', async ({ world, body }, next) => {
      const { transactionReference: sent } = body as { transactionReference: string };
      const isTaken = world.payments.all().some((payment) => payment.transactionReference === sent);
      return isTaken ? { status: 400, body: 'This reference was used before.' } : await next();
    }),
  },
  'state-before-input': {
    sentence: 'In a wrong state, wrong input is refused for the state.',
    wrapValidation: (call, next) => {
      const { operation, person } = call;
      const allowedStateNames = person && allowedStates(operation.name);
      const isWrongState =
        allowedStateNames && (person.state === null || !allowedStateNames.includes(person.state));
      if (isWrongState) throw new RefusalError(409, 'This is not the next step.');
      return next();
    },
  },
});
