/** Counts the mails that were asked for, so that more of them are noticed. */
import type { OperationName } from '@one-planet/contract';
import { tryParseJson } from '../../process/json.ts';
import { fieldsOf, type Reply } from '../wire/reply.ts';
import type { Person } from './person.ts';

const kinds: Partial<Record<OperationName, keyof Person['asked']>> = {
  'applicants.register': 'register',
  'applicants.resendEmail': 'resend',
  'auth.forgotPassword': 'forgot',
};

/** @param people the run's applicants, in the order of their numbers */
export function countAskedMails(reply: Reply, people: readonly Person[]): void {
  const kind = reply.operation && kinds[reply.operation];
  if (kind === undefined || reply.status >= 300) return;
  const { requestBody = '', params } = reply.exchange;
  // A dialect may rename it in the body, or leave it out there.
  const sent = Object.values(fieldsOf(tryParseJson(requestBody)));
  // Text alone: what no client sends is sent too, lists of 5,000 lists among it.
  const named = [...sent, ...Object.values(params ?? {})].flatMap((value) =>
    typeof value === 'string' ? value.toLowerCase() : [],
  );
  // Whoever it was for: some checks send an address without saying whose it is.
  const person = people.find((one) => named.includes(one.email.toLowerCase()));
  if (person) person.asked[kind] += 1;
}
