/** Harmless variations of accounts, exams, sessions, mails and records. */
import {
  allowedStates,
  currencyByProvider,
  type Gateway,
  type OperationName,
} from '@one-planet/contract';
import { pause, RefusalError } from '../server/responses.ts';
import { verifyPassword } from '../world/accounts.ts';
import type { ExamAttempt, Mail, Person } from '../world/entities.ts';
import { findAttempt } from '../world/exam-paper.ts';
import { findFile } from '../world/files.ts';
import { findPayment } from '../world/payments.ts';
import type { World } from '../world/world.ts';
import {
  type Behaviour,
  type Call,
  changesBody,
  changesNewExam,
  type Fault,
  faultsOf,
  remembersPerWorld,
  replacesMail,
  wrapsHandler,
} from './fault.ts';

/** A credential that matches no password; the account still counts as one whose password was created. */
const unusableCredential: Person['credential'] = { hash: '', salt: '' };

/** Runs `actAfter` after an operation has succeeded. */
function runsAfter(operationName: OperationName, actAfter: NonNullable<Fault['wrapHandler']>) {
  return wrapsHandler(operationName, async (call, next) => {
    const result = await next();
    return result.status < 300 ? await actAfter(call, async () => result) : result;
  });
}

export const behaviourFaults: readonly Fault[] = faultsOf({
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
  'other-sessions-end': {
    sentence: "A password change ends the applicant's other sessions.",
    ...runsAfter('auth.changePassword', async ({ world, person, request }, next) => {
      await endSessions(world, person?.id, request.headers.get('authorization')?.split(/ +/)[1]);
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

type Question = ExamAttempt['questions'][number];

/** Shortens an exam or repeats its questions, and gives the questions 2 to 6 choices in turn. */
function reshapeQuestions(
  world: World,
  originalQuestions: readonly Question[],
  questionCount: number,
): Question[] {
  return Array.from({ length: questionCount }, (_, index) => {
    const { text, choices } = originalQuestions[index % originalQuestions.length] as Question;
    const size = 2 + (index % 5);
    const wrongTexts = choices.filter(({ right }) => !right).map((choice) => choice.text);
    while (wrongTexts.length < size - 1) wrongTexts.push(`None of these (${wrongTexts.length})`);
    const choiceTexts = wrongTexts.slice(0, size - 1).map((text) => ({ text: text, right: false }));
    const rightChoices = choices.filter((choice) => choice.right);
    choiceTexts.splice(
      index % size,
      0,
      ...rightChoices.map((choice) => ({ text: choice.text, right: true })),
    );
    return {
      id: world.newId(),
      text,
      choices: choiceTexts.map((choice) => ({ id: world.newId(), ...choice })),
    };
  });
}

function withQuestions(questionCount: number): Fault {
  return {
    name: `exam-of-${questionCount}`,
    ...changesNewExam(
      `An exam has ${questionCount} questions, with 2 to 6 choices.`,
      (attempt, world) => ({
        ...attempt,
        questions: reshapeQuestions(world, attempt.questions, questionCount),
      }),
    ),
  };
}

export const examVariations: readonly Fault[] = [withQuestions(3), withQuestions(100)];

const twoMinutesMs = 2 * 60_000;
const maxWrongLogins = 5;
/** How many wrong passwords in a row were typed for people, by their ids. */
const wrongLoginCountsIn = remembersPerWorld(() => new Map<number, number>());

function personOf({ world, body }: Call): Person | undefined {
  return world.findPerson((body as { email: string }).email);
}

function encodeJwtPart(part: object): string {
  return btoa(JSON.stringify(part)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

/** A token in the form of a JWT. Its signature is not checked, because sessions compare the whole token. */
function createJwt(world: World, person: Person, lifetimeSeconds: number): string {
  const iat = Math.floor(world.now / 1000);
  const exp = iat + lifetimeSeconds;
  const head = encodeJwtPart({ alg: 'HS256', typ: 'JWT' });
  const payload = encodeJwtPart({ sub: person.email, role: person.role, iat, exp });
  return `${head}.${payload}.${world.random.tokens.drawToken()}${world.random.tokens.drawToken()}`;
}

function answersJwts(sentence: string, lifetimeSeconds: number): Behaviour {
  return changesBody(sentence, 'auth.login', async (body, call) => {
    const { world } = call;
    const person = personOf(call);
    const session = world.findSession(body.token);
    if (!person || !session) return body;
    const token = createJwt(world, person, lifetimeSeconds);
    const expiresAt = (Math.floor(world.now / 1000) + lifetimeSeconds) * 1000;
    await world.sessions.create({ ...session, token, expiresAt });
    return { ...body, token };
  });
}

/**
 * Ends the sessions of a person.
 * @param keptSession the token of a session that stays
 */
async function endSessions(
  world: World,
  personId: number | undefined,
  keptSession?: string,
): Promise<void> {
  await world.sessions.updateMany(
    (q) => q.where((session) => session.personId === personId && session.token !== keptSession),
    {
      data(session) {
        session.expiresAt = 0;
      },
    },
  );
}

export const sessionVariations: readonly Fault[] = faultsOf({
  'newest-session-only': {
    sentence: 'A new login ends the older sessions.',
    ...runsAfter('auth.login', async (call, next) => {
      const result = await next();
      const { token } = result.body as { token: string };
      await endSessions(call.world, personOf(call)?.id, token);
      return result;
    }),
  },
  'all-sessions-end': {
    sentence: "A password change ends all of the applicant's sessions, its own included.",
    ...runsAfter('auth.changePassword', async ({ world, person }, next) => {
      await endSessions(world, person?.id);
      return next();
    }),
  },
  'sessions-of-two-minutes': {
    sentence: 'A session ends after two minutes.',
    world: (world) => {
      const create = world.sessions.create.bind(world.sessions);
      world.sessions.create = (session) =>
        create({ ...session, expiresAt: world.now + twoMinutesMs });
    },
  },
  'tokens-jwt': answersJwts('Tokens are JWTs, which name the applicant.', 3600),
  'tokens-of-two-seconds': answersJwts('Tokens are JWTs that end after two seconds.', 2),
  'tokens-kept': changesBody(
    'Logging in again answers the token of the session that is running.',
    'auth.login',
    (body, { world }) => {
      const session = world.findSession(body.token);
      const [first] = world.sessions
        .all()
        .filter(
          ({ personId, expiresAt }) => personId === session?.personId && expiresAt > world.now,
        );
      return { ...body, token: first?.token ?? body.token };
    },
  ),
  'login-locks': {
    sentence: `After ${maxWrongLogins} wrong passwords in a row, an account is locked.`,
    ...wrapsHandler('auth.login', async (call, next) => {
      const person = personOf(call);
      if (!person) return await next();
      const wrongLoginCounts = wrongLoginCountsIn(call.world);
      const count = wrongLoginCounts.get(person.id) ?? 0;
      if (count >= maxWrongLogins) return { status: 401, body: 'This account is locked.' };
      const result = await next();
      wrongLoginCounts.set(person.id, result.status === 401 ? count + 1 : 0);
      return result;
    }),
  },
});

const mailDelayMs = 500;
const hourMs = 60 * 60_000;

/** Makes another mail to the same person; the caller sends it. */
function makeSecondMail(world: World, mail: Mail, subject: string, text: string): Mail {
  const { to, sentAt } = mail;
  return { id: world.newId(), to, sentAt, kind: 'other', subject, text, html: `<p>${text}</p>` };
}

const welcomeText =
  'Welcome to One Planet College! Choose a good password: it is yours alone. Read https://college.example/help/password and write to help@college.example.';
const newsletterText =
  'Our newsletter: how to keep your password safe. Password tips: https://college.example/tips?campaign=A1b2C3d4 Receipt 2025-11-22/0042.';

/** Replaces the text and the HTML of a mail. */
function rewriteMail(mail: Mail, paragraphs: readonly string[]): Mail {
  const html = paragraphs.map((line) => `<p>${line}</p>`).join('');
  return { ...mail, text: paragraphs.join('\n\n'), html };
}

export const mailVariations: readonly Fault[] = faultsOf({
  'mails-late': replacesMail('Every mail comes half a second later.', async (mail, send) => {
    void pause(mailDelayMs).then(() => send(mail));
  }),
  'mails-others': replacesMail(
    'Between the expected mails come others, with links and the word password.',
    async (mail, send, world) => {
      await send(makeSecondMail(world, mail, 'Welcome', welcomeText));
      void pause(mailDelayMs).then(() => send(mail));
      await send(makeSecondMail(world, mail, 'Newsletter', newsletterText));
    },
  ),
  'mails-amharic': replacesMail('Mails are in Amharic.', (mail, send) => {
    const { link: linkText, temporaryPassword } = mail;
    const [first, second] = linkText
      ? ['መለያዎን ለማግበር ይህን አድራሻ ይክፈቱ፦', linkText]
      : ['ጊዜያዊ የይለፍ ቃልዎ፦', temporaryPassword ?? ''];
    return send(
      linkText || temporaryPassword
        ? rewriteMail(mail, ['ውድ አመልካች፣', `${first} ${second}`, 'አንድ ፕላኔት ኮሌጅ'])
        : mail,
    );
  }),
  'mails-dated-backwards': {
    sentence: 'Each mail is dated an hour before the one that was sent before it.',
    world: (world) => {
      const sendMail = world.sendMail.bind(world);
      let mailCount = 0;
      world.sendMail = (mail) => {
        mailCount += 1;
        return sendMail({
          ...mail,
          sentAt: new Date(world.now - mailCount * hourMs).toISOString(),
        });
      };
    },
  },
  'mails-html-only': replacesMail('Mails have no plain text.', (mail, send) =>
    send({ ...mail, text: '' }),
  ),
});

const fiveMinutesMs = 5 * 60_000;

function shiftsClock(sentence: string, offsetMs: number): Behaviour {
  return {
    sentence,
    world: (world) => {
      const { settings } = world;
      Object.defineProperty(world, 'now', { get: () => settings.now() + offsetMs });
    },
    changeResponse: (_call, response) => {
      const headers = new Headers(response.headers);
      headers.set('date', new Date(Date.now() + offsetMs).toUTCString());
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

const programCount = 1000;

export const worldVariations: readonly Fault[] = faultsOf({
  'clock-ahead': shiftsClock('The clock is five minutes fast.', fiveMinutesMs),
  'clock-behind': shiftsClock('The clock is five minutes slow.', -fiveMinutesMs),
  'programs-1000': {
    sentence: `There are ${programCount} programs, all in one list.`,
    world: fillPrograms,
  },
});

/** Adds copies of the first program, with other ids and names, until there are `programCount`. */
async function fillPrograms({ programs }: World): Promise<void> {
  const [model] = programs.all();
  if (!model) return;
  for (let number = programs.count(); number < programCount; number += 1) {
    const addedProgram = { id: 1_000_000 + number, name: `Program ${number}`, base64String: '' };
    await programs.create({ ...model, ...addedProgram });
  }
}
