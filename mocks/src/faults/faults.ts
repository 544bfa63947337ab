/**
 * The faults that can be switched on by name: those that guides, help texts and the tests of other folders name. All
 * others are in tests/prove/faults, which the package does not contain.
 */
import { jsonResponse } from '../server/responses.ts';
import { verifyPassword } from '../world/accounts.ts';
import type { Credential } from '../world/entities.ts';
import { findFile, storeFile } from '../world/files.ts';
import { changePayment, findPayment, paymentOf } from '../world/payments.ts';
import {
  changesBody,
  changesResponse,
  changesStatus,
  type Fault,
  type Fields,
  faultsOf,
  htmlHeaders,
  jsonHeaders,
  remembersPerWorld,
  replacesMail,
  wrapsHandler,
} from './fault.ts';

/** The credentials that people had before they changed their passwords, by their ids. */
const oldCredentialsIn = remembersPerWorld(() => new Map<number, Credential | null>());

const accountFaults = faultsOf({
  'register-200': changesStatus(
    'A registration that succeeded is answered with 200 instead of 201.',
    'applicants.register',
    201,
    200,
  ),
  'login-500': {
    sentence: 'Logging in is answered with 500, even with the right password.',
    changeResponse: ({ operation }, response) =>
      operation.name === 'auth.login'
        ? jsonResponse(500, { message: 'Internal Server Error' })
        : response,
  },
  'role-missing': changesBody(
    'A login returns no roles.',
    'auth.login',
    ({ roles: _, ...body }) => body,
  ),
  'should-change-missing': changesBody(
    'A login does not say whether the password should be changed.',
    'auth.login',
    ({ shouldChangePassword: _, ...body }) => body,
  ),
  'email-case-login': {
    sentence: 'The login does not know an email address in other capitals.',
    ...wrapsHandler('auth.login', async ({ world, body }, next) => {
      const { email } = body as { email: string };
      const isOtherSpelling = (world.findPerson(email)?.email ?? email) !== email;
      return isOtherSpelling ? { status: 404, body: 'User is not recognized.' } : await next();
    }),
  },
  'old-password-lives': {
    sentence: 'After a password change the old password still works.',
    wrapHandler: async (call, next) => {
      const { operation, world, person } = call;
      if (operation.name === 'auth.changePassword' && person) {
        oldCredentialsIn(world).set(person.id, person.credential);
      }
      if (operation.name !== 'auth.login') return await next();
      const { email, password } = call.body as { email: string; password: string };
      const owner = world.findPerson(email);
      const oldCredential = owner && oldCredentialsIn(world).get(owner.id);
      if (!owner || !oldCredential || !(await verifyPassword(password, oldCredential)))
        return await next();
      const { credential } = owner;
      await world.changePerson(owner, { credential: oldCredential });
      const result = await next();
      await world.changePerson(owner, { credential });
      return result;
    },
  },
  'resend-mails-nothing': replacesMail(
    'Requesting a new activation link sends no mail.',
    async (mail, send, world) => {
      const person = world.findPerson(mail.to);
      const isFirstLink = person && world.tokensOf(person).length === 1;
      if (mail.kind !== 'activation' || isFirstLink) await send(mail);
    },
  ),
  'plus-decoded': {
    sentence:
      'A plus sign in the path is read as a space, so that hana+1@example.com is not found.',
    params: (params) =>
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, value.replaceAll('+', ' ')]),
      ),
  },
});

const recordFaults = faultsOf({
  'list-null': changesBody(
    'The list of programs is null instead of a list.',
    'programs.list',
    () => null,
  ),
  'program-without-name': changesBody(
    'One program has no name.',
    'programs.list',
    ([first, ...programs]) => [{ ...first, name: undefined }, ...programs],
  ),
  'exam-without-choices': changesBody(
    'One question of the exam has no choices.',
    'exams.create',
    ({ examDto, examQuestionDtoList: [first, ...questions] }) => {
      const questionDto = { ...first?.questionDto, questionChoiceDtoList: [] };
      return { examDto, examQuestionDtoList: [{ ...first, questionDto }, ...questions] };
    },
  ),
  'upload-mangled': {
    sentence: 'A stored file comes back with its last byte changed.',
    ...wrapsHandler('files.get', async (_call, next) => {
      const result = await next();
      if (!(result.body instanceof Blob)) return result;
      const bytes = new Uint8Array(await result.body.arrayBuffer());
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff;
      return { ...result, body: new Blob([bytes], { type: result.body.type }) };
    }),
  },
  'receipt-of-somebody': {
    sentence: 'An unknown payment code returns the newest receipt.',
    ...wrapsHandler('payments.getReceipt', (call, next) => {
      const { world, params } = call;
      const newestPayment = world.payments
        .findMany((q) => q.where(({ datePaid }) => datePaid !== null))
        .at(-1);
      if (newestPayment && !findPayment(world, params.paymentCode ?? '')) {
        call.person = undefined;
        call.params = { paymentCode: newestPayment.code };
      }
      return next();
    }),
  },
  'attachment-unknown-accepted': {
    sentence: 'A deposit with a receipt nobody uploaded is accepted.',
    ...wrapsHandler('payments.makeOffline', async (call, next) => {
      const { world, person } = call;
      const { attachmentUrl, ...body } = call.body as Fields;
      const attachment = String(attachmentUrl);
      if (!person || findFile(world, attachment)) return await next();
      const placeholder = await storeFile(world, person.id, 'image/png', new Uint8Array(1));
      call.body = { ...body, attachmentUrl: placeholder.name };
      const result = await next();
      const payment = paymentOf(world, person);
      if (payment && result.status < 300) await changePayment(world, payment, { attachment });
      return result;
    }),
  },
  'apply-stuck': {
    sentence: 'An application is answered with 200, but the applicant stays where she was.',
    ...wrapsHandler('applicants.applyForProgram', async ({ world, person }, next) => {
      const result = await next();
      if (person && result.status < 300) await world.moveTo(person, person.state);
      return result;
    }),
  },
});

const serverFaults = faultsOf({
  'html-502': {
    sentence: 'Every third call meets a proxy that answers 502 with an HTML page.',
    intercept: ({ number }) =>
      number % 3 === 0
        ? new Response(
            '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n',
            { status: 502, headers: htmlHeaders },
          )
        : undefined,
  },
  hangs: {
    sentence: 'Reading the biography is never answered.',
    ...wrapsHandler('applicants.getBioData', async ({ request: { signal } }, next) => {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
      });
      return await next();
    }),
  },
  'input-unchecked': changesResponse(
    'No input is validated: whatever breaks a rule is answered like a success.',
    (_call, { status }) => [400, 413, 415].includes(status),
    (_response, { operation }) => ({
      status: operation.meta.successStatus,
      body: '{}',
      headers: jsonHeaders,
    }),
  ),
  'refusals-500': changesResponse(
    'Whatever should be refused is answered with 500; so are lists requested with a token.',
    ({ operation, request }, { status }) => {
      const isListCall = operation.meta.auth === 'optional' && request.headers.has('authorization');
      return status >= 400 || isListCall;
    },
    () => ({ status: 500, body: '{"message":"Internal error"}', headers: jsonHeaders }),
  ),
});

const registeredFaults: Fault[] = [...accountFaults, ...recordFaults, ...serverFaults];

/** Every fault that can be switched on by its name. */
export const faultList: readonly Fault[] = registeredFaults;

/** Adds faults that can be switched on by their names, such as those of tests/prove/faults. */
export function registerFaults(faults: readonly Fault[]): void {
  registeredFaults.push(...faults);
}

/**
 * @returns the faults of these names
 * @throws {Error} naming an unknown fault and all that exist
 */
export function findFaults(names: readonly string[]): readonly Fault[] {
  const listedNames = faultList.map(({ name }) => name);
  const unlistedName = names.find((name) => !listedNames.includes(name));
  if (unlistedName !== undefined)
    throw new Error(`There is no fault "${unlistedName}". Known are ${listedNames.join(', ')}.`);
  return faultList.filter(({ name }) => names.includes(name));
}
