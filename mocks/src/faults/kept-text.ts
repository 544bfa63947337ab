/** Text that does not come back as it was written. */
import type { OperationName } from '@one-planet/contract';
import { around } from './answers.ts';
import type { Fault } from './fault.ts';

type Sent = Record<string, unknown>;

/** Texts are stored in another form. */
function stores(
  name: string,
  sentence: string,
  operations: readonly OperationName[],
  fields: readonly string[],
  write: (text: string) => string,
): Fault {
  return {
    name,
    sentence,
    handle: (call, next) => {
      if (operations.includes(call.operation.name)) {
        const body = { ...(call.body as Sent) };
        for (const field of fields) {
          const text = body[field];
          if (typeof text === 'string') body[field] = write(text);
        }
        call.body = body;
      }
      return next();
    },
  };
}

const names = ['firstName', 'middleName', 'lastName'];
const kept: readonly OperationName[] = ['applicants.register', 'applicants.editProfile'];

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export const changedText: readonly Fault[] = [
  stores(
    'names-in-latin-only',
    'Letters that are not Latin are stored as question marks.',
    kept,
    names,
    (text) => text.replace(/[\u0250-\uffff]/g, '?'),
  ),
  stores(
    'phone-as-number',
    'A phone is stored as a number, without its plus and its leading zeros.',
    kept,
    ['phone', 'phoneNumber'],
    (text) => text.replace(/^\+?0*/, ''),
  ),
  stores(
    'names-escaped',
    'Names are stored escaped for HTML.',
    ['applicants.editProfile'],
    names,
    escapeHtml,
  ),
  stores(
    'names-cut',
    'Names are cut after 40 characters.',
    ['applicants.editProfile'],
    names,
    (text) => text.slice(0, 40),
  ),
  stores(
    'biography-escaped',
    'The biography is stored escaped for HTML.',
    ['applicants.saveBioData'],
    ['nationality', 'countryOfResidence'],
    escapeHtml,
  ),
  stores(
    'reference-as-number',
    'A transaction reference loses its leading zeros.',
    ['payments.makeOffline'],
    ['transactionReference'],
    (text) => text.replace(/^0+/, ''),
  ),
  {
    name: 'password-first-72',
    sentence: 'Of a password only the first 72 characters count.',
    handle: (call, next) => {
      const body = call.body as Sent | undefined;
      if (typeof body?.password === 'string') {
        call.body = { ...body, password: body.password.slice(0, 72) };
      }
      return next();
    },
  },
  {
    name: 'password-trimmed',
    sentence: 'Spaces in a password do not count.',
    handle: (call, next) => {
      const body = call.body as Sent | undefined;
      if (typeof body?.password === 'string') {
        call.body = { ...body, password: body.password.replaceAll(' ', '') };
      }
      return next();
    },
  },
  {
    name: 'register-refused-kept',
    sentence: 'A registration that is refused takes the address all the same.',
    check: async (call, next) => {
      const taken = refusedAddresses.get(call.world) ?? new Set<string>();
      refusedAddresses.set(call.world, taken);
      if (call.operation.name !== 'applicants.register') return next();
      const { email } = (call.body ?? {}) as { email?: unknown };
      return next().catch((error: unknown) => {
        taken.add(String(email));
        throw error;
      });
    },
    ...around('applicants.register', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      const isTaken = refusedAddresses.get(world)?.has(email);
      return isTaken ? { status: 409, body: 'This address is registered.' } : next();
    }),
  },
];

const refusedAddresses = new WeakMap<object, Set<string>>();
