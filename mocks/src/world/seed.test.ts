import { course, program, sniffType } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { applicantsForEveryState } from '../index.ts';
import { uploadPicture, walkToState } from '../testing/journey.ts';
import { type Session, startSession } from '../testing/session.ts';
import { questionBank } from './questions.ts';

const slugOf = (name: string) => name.toLowerCase().replace(/\s+/g, '');

async function readEverything(session: Session) {
  const applicant = await walkToState(session, 'ACTIVATED');
  return {
    programs: (await session.call('programs.list')).body,
    exam: (await session.call('exams.create', { token: applicant.token })).body,
    file: await uploadPicture(session, applicant.token),
    staff: (await session.raw('/_mock/staff.json')).body,
    token: applicant.token,
  };
}

test('the same seed gives the same data, another seed gives other data', async () => {
  const fixedTime = () => 1_700_000_000_000;
  const readWorld = async (seed: number) =>
    await readEverything(
      await startSession({ seed, applicants: 2 * applicantsForEveryState, now: fixedTime }),
    );
  const [firstWorld, sameSeedWorld, otherSeedWorld] = [
    await readWorld(7),
    await readWorld(7),
    await readWorld(8),
  ];
  expect(sameSeedWorld).toEqual(firstWorld);
  // The programs are those of the specification in each.
  for (const randomPurpose of ['exam', 'file', 'staff', 'token'] as const) {
    expect(JSON.stringify(otherSeedWorld[randomPurpose]), randomPurpose).not.toBe(
      JSON.stringify(firstWorld[randomPurpose]),
    );
  }
});

test('a reset starts again from the seed', async () => {
  const session = await startSession({ now: () => 1_700_000_000_000 });
  const contentBefore = await readEverything(session);
  await session.raw('/_mock/reset', { method: 'POST' });
  expect((await session.raw('/_mock/state.json')).body).toMatchObject({ mails: 0 });
  expect(await readEverything(session)).toEqual(contentBefore);
});

test('there are the six programs of the specification; the last has a small picture', async () => {
  const { call } = await startSession();
  const { body } = await call('programs.list');
  const programs = program.array().parse(body);
  expect(programs.map(({ name }) => slugOf(name))).toEqual([
    'accounting',
    'accountingandfinance',
    'bankingandfinance',
    'datascience',
    'entrepreneurship&innovation',
    'socialwork',
  ]);
  const picturesBase64 = programs.map(({ base64String }) => base64String ?? '');
  const pictureBase64 = picturesBase64.pop() ?? '';
  expect(picturesBase64).toEqual(['', '', '', '', '']);
  const bytes = Uint8Array.from(atob(pictureBase64), (sign) => sign.charCodeAt(0));
  expect(sniffType(bytes)).toBe('image/png');
  expect(bytes.length).toBeLessThan(6 * 1024);
});

test('one program has an empty semester, one a year without courses', async () => {
  const { call } = await startSession();
  const readSemesterNumbers = async (programId: number) => {
    const { body } = await call('programs.courses', { params: { programId } });
    return [
      ...new Set(
        course
          .array()
          .parse(body)
          .map(({ semesterNumber }) => semesterNumber),
      ),
    ];
  };
  expect(await readSemesterNumbers(11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await readSemesterNumbers(16)).toEqual([1, 2, 3, 4, 5, 7, 8]);
  expect(await readSemesterNumbers(15)).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await call('programs.courses', { params: { programId: 99 } })).status).toBe(404);
});

test('some bank accounts are not active, one belongs to the state bank', async () => {
  const { call } = await startSession();
  const { body } = await call('bankAccounts.list');
  expect(body).toHaveLength(5);
  expect(body.filter(({ status }: { status: string }) => status !== 'ACTIVE')).toHaveLength(2);
  expect(
    body.filter(({ account }: { account: string }) => account.startsWith('1000')),
  ).toHaveLength(1);
});

test('the question bank is complete: different texts, one right choice, two to four wrong ones', () => {
  expect(questionBank.length).toBeGreaterThanOrEqual(40);
  expect(new Set(questionBank.map(({ text }) => text)).size).toBe(questionBank.length);
  for (const { text, rightChoice, wrongChoices } of questionBank) {
    expect(text).toMatch(/[?.]$/);
    expect(rightChoice).not.toBe('');
    expect(wrongChoices.length).toBeGreaterThanOrEqual(2);
    expect(wrongChoices.length).toBeLessThanOrEqual(4);
    expect(new Set([rightChoice, ...wrongChoices]).size).toBe(wrongChoices.length + 1);
  }
  expect(new Set(questionBank.map(({ wrongChoices }) => wrongChoices.length))).toEqual(
    new Set([2, 3, 4]),
  );
});
