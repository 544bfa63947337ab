import type { OperationName } from '@one-planet/contract';
import { type Behaviour, type Fault, faultsOf, wrapsHandler } from './fault.ts';

type Sent = Record<string, unknown>;

/** Stores texts in another form. */
function storesChangedText(
  sentence: string,
  operations: readonly OperationName[],
  fields: readonly string[],
  changeText: (text: string) => string,
): Behaviour {
  return {
    sentence,
    wrapHandler: (call, next) => {
      if (operations.includes(call.operation.name)) {
        const body = { ...(call.body as Sent) };
        for (const field of fields) {
          const text = body[field];
          if (typeof text === 'string') body[field] = changeText(text);
        }
        call.body = body;
      }
      return next();
    },
  };
}

/** Makes a handler fail on a text. */
function failsOnText(sentence: string, isOddText: (text: string) => boolean): Behaviour {
  return {
    sentence,
    wrapHandler: async ({ body }, next) => {
      const texts = Object.values((body ?? {}) as Sent);
      const mustFail = texts.some((text) => typeof text === 'string' && isOddText(text));
      return mustFail ? { status: 500, body: 'Internal Server Error' } : await next();
    },
  };
}

function likeToRegExp(pattern: string): RegExp {
  const escapedPattern = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escapedPattern.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'i');
}

const nameFields = ['firstName', 'middleName', 'lastName'];
const affectedOperations: readonly OperationName[] = [
  'applicants.register',
  'applicants.editProfile',
];

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

export const changedTextFaults: readonly Fault[] = faultsOf({
  'names-in-latin-only': storesChangedText(
    'Letters that are not Latin are stored as question marks.',
    affectedOperations,
    nameFields,
    (text) => text.replace(/[\u0250-\uffff]/g, '?'),
  ),
  'phone-as-number': storesChangedText(
    'A phone is stored as a number, without its plus and its leading zeros.',
    affectedOperations,
    ['phone', 'phoneNumber'],
    (text) => text.replace(/^\+?0*/, ''),
  ),
  'names-escaped': storesChangedText(
    'Names are stored escaped for HTML.',
    ['applicants.editProfile'],
    nameFields,
    escapeHtml,
  ),
  'long-text-500': failsOnText(
    'Text of more than 255 letters is answered with 500.',
    (text) => text.length > 255,
  ),
  'nul-500': failsOnText('Text with NUL in it is answered with 500.', (text) =>
    text.includes('\0'),
  ),
  'emoji-500': failsOnText(
    'Text with letters outside the basic plane is answered with 500.',
    (text) => /[\u{10000}-\u{10ffff}]/u.test(text),
  ),
  'countries-cut': storesChangedText(
    'A nationality is cut after 30 letters.',
    ['applicants.saveBioData'],
    ['nationality'],
    (text) => text.slice(0, 30),
  ),
  'templates-filled': storesChangedText(
    'Double braces in a reference are taken for a template.',
    ['payments.makeOffline'],
    ['transactionReference'],
    (text) => text.replaceAll(/\{\{.*?\}\}/g, '49'),
  ),
  'addresses-are-patterns': {
    sentence: 'Addresses are looked for with LIKE, in which % and _ stand for others.',
    world: (world) => {
      const originalFindPerson = world.findPerson.bind(world);
      world.findPerson = (email) =>
        originalFindPerson(email) ??
        (/[%_]/.test(email)
          ? world.people.all().find((person) => likeToRegExp(email).test(person.email))
          : undefined);
    },
  },
  'address-accents-ignored': {
    sentence: 'Addresses are taken and looked for without their accents.',
    params: ({ email, ...params }) =>
      email ? { ...params, email: withoutAccents(email) } : params,
    wrapValidation: (call, next) => {
      const body = call.body as Sent | undefined;
      if (typeof body?.email === 'string')
        call.body = { ...body, email: withoutAccents(body.email) };
      return next();
    },
  },
  'names-cut': storesChangedText(
    'Names are cut after 40 characters.',
    ['applicants.editProfile'],
    nameFields,
    (text) => text.slice(0, 40),
  ),
  'biography-escaped': storesChangedText(
    'The biography is stored escaped for HTML.',
    ['applicants.saveBioData'],
    ['nationality', 'countryOfResidence'],
    escapeHtml,
  ),
  'reference-as-number': storesChangedText(
    'A transaction reference loses its leading zeros.',
    ['payments.makeOffline'],
    ['transactionReference'],
    (text) => text.replace(/^0+/, ''),
  ),
  'password-first-72': {
    sentence: 'Of a password only the first 72 characters count.',
    wrapHandler: (call, next) => {
      const body = call.body as Sent | undefined;
      if (typeof body?.password === 'string') {
        call.body = { ...body, password: body.password.slice(0, 72) };
      }
      return next();
    },
  },
  'password-trimmed': {
    sentence: 'Spaces in a password do not count.',
    wrapHandler: (call, next) => {
      const body = call.body as Sent | undefined;
      if (typeof body?.password === 'string') {
        call.body = { ...body, password: body.password.replaceAll(' ', '') };
      }
      return next();
    },
  },
  'register-refused-kept': {
    sentence: 'A registration that is refused takes the address all the same.',
    wrapValidation: async (call, next) => {
      const refusedEmails = refusedEmailsByWorld.get(call.world) ?? new Set<string>();
      refusedEmailsByWorld.set(call.world, refusedEmails);
      if (call.operation.name !== 'applicants.register') return next();
      const { email } = (call.body ?? {}) as { email?: unknown };
      return next().catch((error: unknown) => {
        refusedEmails.add(String(email));
        throw error;
      });
    },
    ...wrapsHandler('applicants.register', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      const isTaken = refusedEmailsByWorld.get(world)?.has(email);
      return isTaken ? { status: 409, body: 'This address is registered.' } : next();
    }),
  },
});

const refusedEmailsByWorld = new WeakMap<object, Set<string>>();
