/** What the college offers: the same for everybody, with a token or without. */
import type { BankAccount } from './bank-account.ts';
import { Problem } from './problem.ts';
import { json } from './reply.ts';
import { type Call, guarded, open } from './routing.ts';

export const bankAccounts: readonly BankAccount[] = [
  { id: 11, bank: 'Commercial Bank of Ethiopia', account: '1000456789012', status: 'ACTIVE' },
  { id: 12, bank: 'Awash Bank', account: '01320987654300', status: 'ACTIVE' },
  { id: 13, bank: 'Bank of Abyssinia', account: '55667788', status: 'INACTIVE' },
];

/** A picture of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function program(id: string, name: string, career: string, base64String: string | null) {
  return {
    id,
    code: id.toUpperCase(),
    name,
    studyLevel: 'Degree',
    modality: 'Online',
    duration: '4 years',
    feePerCreditHour: 146,
    description: `${name}, studied online at your own pace.`,
    careerOpportunity: career,
    base64String,
  };
}

const programs = [
  program('acc', 'Accounting', 'Accountant, auditor', pixel),
  program('acf', 'Accounting and Finance', 'Financial analyst', pixel),
  program('bkf', 'Banking and Finance', 'Bank officer', pixel),
  program('dsc', 'Data Science', 'Data analyst', pixel),
  program('ent', 'Entrepreneurship & Innovation', 'Founder', null),
  program('soc', 'Social Work', 'Social worker', pixel),
];

/** The programs whose curriculum is published; the others have no courses yet. */
const published = new Set(['acc', 'dsc']);
const topics = ['Introduction', 'Methods', 'Practice'];

function coursesOf({ code, name }: { code: string; name: string }) {
  return Array.from({ length: 8 }, (_, at) => at + 1).flatMap((semesterNumber) =>
    topics.map((topic, at) => ({
      semesterNumber,
      courseCode: `${code}${semesterNumber}0${at + 1}`,
      courseName: `${topic} of ${name}, part ${semesterNumber}`,
      creditHours: 3,
      ectsCredit: 5,
      prerequisite: semesterNumber > 1 ? `${code}${semesterNumber - 1}0${at + 1}` : null,
    })),
  );
}

function courses({ param }: Call) {
  const found = programs.find(({ id }) => id === param('programId'));
  if (!found) throw new Problem(404, 'No such program');
  return json(published.has(found.id) ? coursesOf(found) : []);
}

export const batchPrograms = programs.map(({ id, name }, at) => ({
  id: 301 + at,
  batch: { id: 25, name: '2025 entry' },
  program: { id, name },
}));

const contents = [
  { id: 1, content: 'Studying with us fits around your work and your family.' },
  { id: 2, content: 'Applications for the 2025 academic year are open.' },
];

export const catalogueRoutes = [
  open('GET /api/programs/private', () => json(programs)),
  open('GET /api/program_courses/private/my_courses/{programId}', courses),
  guarded('GET /api/batch_programs/private/applicable', () => json(batchPrograms)),
  open('GET /api/contents/private', () => json(contents)),
  open('GET /api/bank-accounts/private', () => json(bankAccounts)),
];
