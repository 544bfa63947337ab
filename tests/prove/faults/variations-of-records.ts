/** Harmless variations of exams, sessions, mails and the clock. */

import {
  type Behaviour,
  type Call,
  changesBody,
  type Fault,
  faultsOf,
  remembersPerWorld,
  replacesMail,
  wrapsHandler,
} from '../../../mocks/src/faults/fault.ts';
import { pause } from '../../../mocks/src/server/responses.ts';
import type { ExamAttempt, Mail, Person } from '../../../mocks/src/world/entities.ts';
import type { World } from '../../../mocks/src/world/world.ts';
import { changesNewExam, runsAfter } from './fault-kinds.ts';

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
  'other-sessions-end': {
    sentence: "A password change ends the applicant's other sessions.",
    ...runsAfter('auth.changePassword', async ({ world, person, request }, next) => {
      await endSessions(world, person?.id, request.headers.get('authorization')?.split(/ +/)[1]);
      return next();
    }),
  },
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
