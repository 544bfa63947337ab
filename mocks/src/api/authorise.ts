import { applicantRole } from '@one-planet/contract';
import type { Person } from '../data/entities.ts';
import type { Call, Fault } from '../faults/fault.ts';
import { Refusal } from '../http/refusal.ts';
import { findSession } from '../rules/sessions.ts';

/** Operations that staff may call too; the others belong to applicants. */
const forEveryRole = /^(auth[.]|files[.]get$)/;

/**
 * @returns whose valid token came along, if anybody's
 * @throws {Refusal} 401 without a valid token where one is needed, 403 for the wrong role
 */
export function authorise(call: Call, faults: readonly Fault[]): Person | undefined {
  const { auth } = call.operation.meta;
  if (auth === 'none') return undefined;
  let person = findSession(call.world, call.request.headers.get('authorization'));
  if (auth === 'optional') return person;
  for (const fault of faults) person ??= fault.person?.(call);
  if (!person) throw new Refusal(401, 'Please log in first.', { 'www-authenticate': 'Bearer' });
  const isForbidden = person.role !== applicantRole && !forEveryRole.test(call.operation.name);
  if (isForbidden && !faults.some((fault) => fault.ignoresRole?.(call))) {
    throw new Refusal(403, 'Only applicants can do this.');
  }
  return person;
}
