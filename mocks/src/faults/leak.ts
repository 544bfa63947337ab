/** Faults that show secrets, let caches store them, or make them easy to guess. */

import { RefusalError } from '../server/responses.ts';
import type { ExamAttempt, Person } from '../world/entities.ts';
import { findAttempt } from '../world/exam-paper.ts';
import { findPayment } from '../world/payments.ts';
import type { Random, World } from '../world/world.ts';
import {
  type Behaviour,
  type Call,
  changesBody,
  changesResponse,
  type Fault,
  faultsOf,
  htmlHeaders,
  wrapsHandler,
  wrapsValidation,
} from './fault.ts';

export const leakFaults: readonly Fault[] = faultsOf({
  'receipt-of-somebody': {
    sentence: 'An unknown payment code returns the newest receipt.',
    ...wrapsHandler('payments.getReceipt', (call, next) => {
      const { world } = call;
      const newestPayment = world.payments
        .findMany((q) => q.where(({ datePaid }) => datePaid !== null))
        .at(-1);
      if (newestPayment && !findPayment(world, call.params.paymentCode ?? '')) {
        call.person = undefined;
        call.params = { paymentCode: newestPayment.code };
      }
      return next();
    }),
  },
  'refusal-leaks-person': {
    sentence: 'The refusal to show a profile reveals its owner and her phone number.',
    ...wrapsHandler('applicants.getByEmail', async ({ world, params }, next) => {
      const result = await next();
      const applicant = world.findPerson(params.email ?? '');
      if (result.status !== 403 || !applicant) return result;
      const { firstName, lastName, phone } = applicant;
      return { ...result, body: `This profile belongs to ${firstName} ${lastName}, ${phone}.` };
    }),
  },
  'token-in-profile': changesBody(
    'The profile repeats the bearer token.',
    'applicants.getByEmail',
    (body, { request }) => ({
      ...body,
      session: request.headers.get('authorization')?.split(' ')[1],
    }),
  ),
  'password-in-login': changesBody('A login repeats the password.', 'auth.login', (body, call) => ({
    ...body,
    password: (call.body as { password: string }).password,
  })),
  'password-quoted-in-refusal': {
    sentence: 'A password that is refused is quoted in the refusal.',
    ...wrapsValidation('auth.changePassword', async ({ password }, next) => {
      try {
        return await next();
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        throw new RefusalError(error.status, `"${password}": ${error.message}`);
      }
    }),
  },
  'password-hash-in-profile': changesBody(
    'The profile carries the hash of the password.',
    'applicants.getByEmail',
    (body, { person }) => ({ ...body, password: person?.credential?.hash }),
  ),
  'right-answers-in-exam': changesBody(
    'The choices of the exam say which of them is right.',
    'exams.create',
    ({ examDto, examQuestionDtoList }, { world }) => {
      const rightChoiceIds = rightChoiceIdsOf(findAttempt(world, Number(examDto.id)));
      const list = examQuestionDtoList.map(({ id, questionDto }) => {
        const choicesWithKey = questionDto.questionChoiceDtoList.map((choice) => ({
          ...choice,
          isCorrect: rightChoiceIds.has(choice.id),
        }));
        return { id, questionDto: { ...questionDto, questionChoiceDtoList: choicesWithKey } };
      });
      return { examDto, examQuestionDtoList: list };
    },
  ),
  'answer-in-exam-question': changesBody(
    'The questions of the exam carry the id of the right choice.',
    'exams.create',
    ({ examDto, examQuestionDtoList }, { world }) => {
      const rightChoiceIds = rightChoiceIdsOf(findAttempt(world, Number(examDto.id)));
      const questionsWithKey = examQuestionDtoList.map(({ id, questionDto }) => {
        const rightChoice = questionDto.questionChoiceDtoList.find((choice) =>
          rightChoiceIds.has(choice.id),
        );
        return { id, questionDto: { ...questionDto, correctChoiceId: rightChoice?.id } };
      });
      return { examDto, examQuestionDtoList: questionsWithKey };
    },
  ),
  'activation-token-in-register': changesBody(
    'A registration returns the token of the activation link.',
    'applicants.register',
    (body, call) => {
      const person = call.world.findPerson(emailOf(call));
      const activationToken = person && call.world.tokensOf(person).at(-1)?.token;
      return { ...(body as object), activationToken };
    },
  ),
  'temporary-password-in-answer': changesBody(
    'Requesting a temporary password returns it.',
    'auth.forgotPassword',
    (body, call) => {
      const mail = call.world.mailsTo(emailOf(call)).at(-1);
      return { ...(body as object), temporaryPassword: mail?.temporaryPassword };
    },
  ),
  'list-leaks-applicants': changesBody(
    'The list of programs carries the email addresses of applicants.',
    'programs.list',
    (programs, { world }) => {
      const applicantEmails = world.people
        .all()
        .slice(-5)
        .map(({ email }) => email);
      return programs.map((program) => ({ ...program, applicants: applicantEmails }));
    },
  ),
});

function emailOf({ body }: Call): string {
  return (body as { email: string }).email;
}

/** The ids of the right choices; they are unique across questions. */
function rightChoiceIdsOf(attempt: ExamAttempt | undefined): ReadonlySet<string | number> {
  const choices = (attempt?.questions ?? []).flatMap((question) => question.choices);
  return new Set(choices.filter(({ right }) => right).map(({ id }) => id));
}

export const privacyFaults: readonly Fault[] = faultsOf({
  'answers-kept': changesResponse(
    'Browsers may keep every answer for five minutes.',
    () => true,
    () => ({ headers: { 'cache-control': 'private, max-age=300' } }),
  ),
  'answers-cacheable': changesResponse(
    'Shared caches may keep every answer for a minute.',
    (_call, { ok }) => ok,
    () => ({ headers: { 'cache-control': 'public, max-age=60' } }),
  ),
  'cors-everybody': {
    sentence: 'Every origin is let in, with credentials.',
    cors: (response, request) => {
      const origin = request.headers.get('origin');
      if (origin === null) return response;
      response.headers.set('access-control-allow-origin', origin);
      response.headers.set('access-control-allow-credentials', 'true');
      return response;
    },
  },
  'unknown-path-page': {
    sentence: 'What is not found under /api is answered with the start page of the site.',
    cors: (response, { method }) =>
      response.status === 404 && method === 'GET' && response.headers.get('x-operation') === null
        ? new Response('<!DOCTYPE html><title>One Planet College</title>', {
            status: 200,
            headers: { ...Object.fromEntries(response.headers), ...htmlHeaders },
          })
        : response,
    changeResponse: (_call, response) => {
      const headers = new Headers(response.headers);
      headers.set('x-operation', 'known');
      return new Response(response.body, { status: response.status, headers });
    },
  },
});

function changesRandom(
  sentence: string,
  purpose: keyof World['random'],
  makeChangedRandom: (world: World) => Partial<Random>,
): Behaviour {
  return {
    sentence,
    world: (world) => {
      Object.assign(world.random[purpose], makeChangedRandom(world));
    },
  };
}

/** Makes a generator of consecutive values. */
function consecutiveValues(startNumber: number, format = String): () => string {
  let lastNumber = startNumber;
  return () => {
    lastNumber += 1;
    return format(lastNumber);
  };
}

/** @returns the person of the session whose token passes the test */
function findSessionOwner(
  { world }: Call,
  isTokenOf: (token: string) => boolean,
): Person | undefined {
  const session = world.sessions.all().find(({ token }) => isTokenOf(token));
  return session && world.findPersonById(session.personId);
}

function tokenIn({ request }: Call): string {
  return /^bearer +(\S+)/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

export const guessableSecretFaults: readonly Fault[] = faultsOf({
  'tokens-consecutive': changesRandom(
    'Every token and file name is the next number.',
    'tokens',
    () => ({
      drawToken: consecutiveValues(1_000_000),
    }),
  ),
  'tokens-short': changesRandom(
    'Tokens and file names have six letters.',
    'tokens',
    ({ random }) => ({
      drawToken: () => random.codes.drawCode(6),
    }),
  ),
  'temporary-password-fixed': changesRandom(
    'Everybody gets the same temporary password.',
    'passwords',
    () => ({ drawCode: () => 'Welcome20', drawBelow: () => 1 }),
  ),
  'payment-codes-consecutive': changesRandom(
    'Payment codes are consecutive numbers.',
    'codes',
    () => ({
      drawCode: consecutiveValues(10_000_000),
    }),
  ),
  'token-of-address': {
    sentence: 'A token is the email address in base64, with a number.',
    world: (world) => {
      const originalCreate = world.sessions.create.bind(world.sessions);
      let count = 0;
      world.sessions.create = (session) => {
        const { email = '' } = world.findPersonById(session.personId) ?? {};
        count += 1;
        return originalCreate({ ...session, token: btoa(`${email}:${count}`).replaceAll('=', '') });
      };
    },
    changeResponse: async ({ operation, world, body }, response) => {
      if (operation.name !== 'auth.login' || !response.ok) return response;
      const person = world.findPerson((body as { email: string }).email);
      const ownSessions = world.sessions.all().filter(({ personId }) => personId === person?.id);
      const changedBody = { ...(await response.json()), token: ownSessions.at(-1)?.token };
      return new Response(JSON.stringify(changedBody), response);
    },
  },
  'token-half-checked': {
    sentence: 'Of a token only the first half counts.',
    person: (call) => {
      const token = tokenIn(call);
      const tokenFirstHalf = token.slice(0, 16);
      return tokenFirstHalf.length === 16
        ? findSessionOwner(call, (token) => token.startsWith(tokenFirstHalf))
        : undefined;
    },
  },
  'token-without-scheme': {
    sentence: 'A token counts without its scheme, and with another.',
    person: (call) => {
      const authorization = call.request.headers.get('authorization') ?? '';
      const token = authorization.replace(/^\w+ +/, '');
      return token ? findSessionOwner(call, (issuedToken) => issuedToken === token) : undefined;
    },
  },
  'sessions-endless': {
    sentence: 'A session never ends.',
    person: (call) => findSessionOwner(call, (issuedToken) => issuedToken === tokenIn(call)),
  },
});
