/** From the mailed link to the first login, with the readings that are not known tried one after the other. */
import type { DialectSetting, OperationName, Reading } from '@one-planet/contract';
import { callOf } from '../../checks/people/calls.ts';
import { readMail, readProfile } from '../../checks/people/walk.ts';
import { fieldsOf, type Reply } from '../../checks/wire/reply.ts';
import { settingOf } from './entries.ts';
import { Stuck, type Walk } from './walk-context.ts';

const activatePath = settingOf('applicants.activate', 'path');
const withPassword = settingOf('applicants.activate', 'withPassword');
const createPath = settingOf('applicants.createPassword', 'path');
const loginPassword = settingOf('auth.login', 'body.password');

export async function learnAccount(walk: Walk): Promise<void> {
  const { person, helpers, entries } = walk;
  await readMail(person, helpers);
  const atOnce = await activate(walk);
  if (atOnce) {
    await logIn(walk);
    entries.sure(
      withPassword,
      true,
      'she could log in with the password that was sent with the activation',
    );
    entries.unknown(createPath, 'it is never sent: activation sets the password');
  } else {
    await createPassword(walk);
    entries.sure(withPassword, false, 'her account was activated without one');
    await logIn(walk);
  }
  const { status } = fieldsOf((await readProfile(person, helpers)).json);
  if (status === 'ACTIVATED') person.stage = status;
}

/** Sends an operation with each reading until one is accepted. */
async function firstAccepted(
  { person, helpers, entries, use, said }: Walk,
  operation: OperationName,
  path: DialectSetting,
  isAccepted: (reply: Reply) => boolean,
): Promise<Reply | string> {
  const refusals: string[] = [];
  // The shorter path first: some routers let everything through that begins with it.
  const candidates = [...entries.candidates(path)].sort((a, b) => parts(a) - parts(b));
  for (const reading of candidates) {
    use(path, reading);
    const reply = await helpers.send(operation, await callOf(operation, person, helpers));
    if (reply.status < 300 && isAccepted(reply)) {
      entries.sure(path, reading, 'the backend took a valid call there');
      return reply;
    }
    refusals.push(said(reply));
  }
  return [...new Set(refusals)].join('; ');
}

function parts(path: Reading): number {
  return String(path).split('/').length;
}

/** Without the password first: then an activation that takes one can only have been waiting for it. @returns whether the password was sent along */
async function activate(walk: Walk): Promise<boolean> {
  const { entries, use, person } = walk;
  const isActivation = ({ json }: Reply) => typeof fieldsOf(json).email === 'string';
  const refusals: string[] = [];
  for (const reading of entries.candidates(withPassword)) {
    use(withPassword, reading);
    const reply = await firstAccepted(walk, 'applicants.activate', activatePath, isActivation);
    if (typeof reply !== 'string') {
      const { token } = fieldsOf(reply.json);
      if (typeof token === 'string') person.passwordToken = token;
      return reading === true;
    }
    refusals.push(reply);
  }
  throw new Stuck(`applicants.activate was refused with ${refusals.join('; ')}`);
}

async function createPassword(walk: Walk): Promise<void> {
  const reply = await firstAccepted(walk, 'applicants.createPassword', createPath, () => true);
  if (typeof reply === 'string')
    throw new Stuck(`applicants.createPassword was refused with ${reply}`);
}

/** Gets her a bearer token. */
async function logIn(walk: Walk): Promise<void> {
  const { person, helpers, entries, use, said } = walk;
  let refused: Reply | undefined;
  for (const reading of entries.candidates(loginPassword)) {
    use(loginPassword, reading);
    const reply = await helpers.send('auth.login', await callOf('auth.login', person, helpers));
    const { token } = fieldsOf(reply.json);
    if (reply.status < 300 && typeof token === 'string' && token) {
      person.token = token;
      entries.sure(loginPassword, reading, 'she could log in with it');
      return;
    }
    refused = reply;
  }
  throw new Stuck(`auth.login was refused with ${refused && said(refused)}`);
}
