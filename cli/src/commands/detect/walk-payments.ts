/** With a token: the paths that are free settings; after the exam: how the payments write their values. */
import { type DialectSetting, findOperation, type OperationName } from '@one-planet/contract';
import { callOf } from '../../checks/people/calls.ts';
import { advance, prepare } from '../../checks/people/walk.ts';
import { fieldsOf, type Reply } from '../../checks/wire/reply.ts';
import type { Call } from '../../checks/wire/request.ts';
import { settingOf } from './entries.ts';
import { strangerPath } from './paths.ts';
import { Stuck, type Walk } from './walk-context.ts';

const editPath = settingOf('applicants.editProfile', 'path');
const bioPath = settingOf('applicants.getBioData', 'path');
const receiptPath = settingOf('payments.getReceipt', 'path');
const method = settingOf('payments.payOnline', 'values.method');
const bankAccount = settingOf('payments.makeOffline', 'values.bankAccount');

export async function learnPayments(walk: Walk): Promise<void> {
  const { person, helpers, entries } = walk;
  await learnPath(walk, bioPath, ({ json }) => 'nationality' in fieldsOf(json));
  if (person.id === undefined)
    entries.unknown(editPath, 'her profile has no id, which the path needs');
  else await learnPath(walk, editPath, () => true);
  const open = [method, bankAccount, receiptPath].filter((one) => entries.isOpen(one));
  if (open.length === 0) return;
  for (const one of open)
    entries.unknown(one, 'she did not pass the exam, after which payments begin');
  if (person.stage !== 'ACTIVATED') throw new Stuck('her state is not ACTIVATED after the login');
  await advance(person, helpers);
  await prepare('payments.payOnline', person, helpers);
  await learnValue(walk, method, { method: 'nosuchwallet' });
  const { account } = await helpers.reference.bank();
  const paid = await learnValue(walk, bankAccount, { bankAccount: unlike(account) });
  entries.unknown(receiptPath, 'no payment of hers was accepted');
  if (paid)
    await learnPath(
      walk,
      receiptPath,
      ({ json }) => fieldsOf(json).paymentCode === person.payment?.code,
    );
}

/** Sends a valid call to the contract's path. */
async function learnPath(
  { person, helpers, prober, entries, said }: Walk,
  setting: DialectSetting,
  isAnswer: (reply: Reply) => boolean,
): Promise<void> {
  if (!entries.isOpen(setting)) return;
  const { operation, readings } = setting;
  const reply = await helpers.send(operation, await callOf(operation, person, helpers));
  const method = findOperation(operation)?.route.method ?? 'GET';
  const wild = await prober.ask(strangerPath(String(readings[0])), { method, token: person.token });
  if (reply.status < 300 && isAnswer(reply) && wild.status >= 300) {
    entries.sure(setting, readings[0], 'the backend took a valid call there');
  } else {
    entries.unknown(setting, `a valid call to the contract's path got ${said(reply)}`);
  }
}

/**
 * Tries how a value is written: one that cannot be right first, because a backend that takes that takes anything.
 * @returns whether a payment was accepted
 */
async function learnValue(walk: Walk, setting: DialectSetting, wrong: object): Promise<boolean> {
  const { entries, use, said } = walk;
  if (!entries.isOpen(setting)) return false;
  const { operation, readings } = setting;
  use(setting, readings[0]);
  if ((await pay(walk, operation, wrong)).status < 300) {
    entries.unknown(setting, 'the backend takes any value there');
    return true;
  }
  const refusals: string[] = [];
  for (const reading of readings) {
    use(setting, reading);
    const reply = await pay(walk, operation);
    if (reply.status < 300) {
      entries.sure(
        setting,
        reading,
        'a payment with it was accepted, one with another value refused',
      );
      return true;
    }
    refusals.push(said(reply));
  }
  entries.unknown(setting, `valid calls were refused with ${[...new Set(refusals)].join('; ')}`);
  return false;
}

/** An account number that is none, in the form of this one. */
function unlike(account: string): string {
  const other = account.replace(/\d/g, (digit) => `${(Number(digit) + 7) % 10}`);
  return other === account ? `${account}7` : other;
}

async function pay(
  { person, helpers }: Walk,
  operation: OperationName,
  change: object = {},
): Promise<Reply> {
  const call: Call = await callOf(operation, person, helpers);
  return helpers.send(operation, { ...call, body: { ...(call.body as object), ...change } });
}
