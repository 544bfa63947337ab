import { expect, test } from 'vitest';
import { bodyOf, type Case, compare, precreated, send } from '../testing/observe.ts';
import type { Session } from '../testing/session.ts';

/** Changes a profile. @returns its status, and of name and phone whether profile and account tell the new ones */
async function edits(session: Session) {
  const { email, id, token } = await precreated(session, 'ACTIVATED');
  const body = { firstName: 'New', middleName: 'B', lastName: 'C', phone: '0911000000', email };
  const sent = { params: { applicantId: id }, body, token };
  const { status } = await session.call('applicants.editProfile', sent);
  const profile = await session.call('applicants.getByEmail', { params: { email }, token });
  const user = await session.call('auth.getUser', { params: { userId: id }, token });
  const isNew = (it: {
    firstName?: string | null | undefined;
    phone?: string | null | undefined;
  }) => [it.firstName === 'New', it.phone === '0911000000'] as const;
  return [status, ...isNew(profile.body), ...isNew(user.body)];
}

async function listsUnknownProgram(session: Session) {
  const offers = await send(session, 'batchPrograms.applicable', { state: 'READY_TO_APPLY' });
  const listed = (await session.call('programs.list')).body.map(({ id }) => id);
  return offers.body.every(({ program }) => listed.includes(program.id ?? ''));
}

const offers = bodyOf(
  'batchPrograms.applicable',
  { state: 'READY_TO_APPLY' },
  ({ length }) => length > 0,
);
const codes = bodyOf('programs.courses', { params: { programId: 14 } }, (courses) =>
  courses.every(({ courseCode }) => courseCode?.startsWith('DASC')),
);

const cases: Case[] = [
  ['profile-edit-lost', edits, [200, true, true, true, true], [200, false, false, false, false]],
  ['profile-phone-lost', edits, [200, true, true, true, true], [200, true, false, true, false]],
  [
    'profile-edit-stale-user',
    edits,
    [200, true, true, true, true],
    [200, true, true, false, false],
  ],
  ['courses-of-all', codes, true, false],
  ['applicable-empty', offers, true, false],
  ['applicable-unlisted', listsUnknownProgram, true, false],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
