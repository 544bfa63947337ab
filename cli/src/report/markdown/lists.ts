/** Parts of the Markdown report that are lists of alike things. */
import { escapeMarkdown as text } from '../escape.ts';
import { groupBlocked, groupNotes, groupReasons, groupUnseen } from '../groups.ts';
import type { CheckReport, Created } from '../report.ts';
import { plural } from '../text.ts';
import { bullets, code, folded, table } from './parts.ts';

/** Blocked, waiting and skipped checks, and tolerated differences. */
export function groupedParts({ results }: CheckReport): string[] {
  const blocked = groupBlocked(results).map(
    ({ by, reason, count }) => `${count} blocked by ${code(by)} (${text(reason)})`,
  );
  const reasons = (outcome: 'waiting' | 'skipped') =>
    groupReasons(results, outcome).map(({ reason, count }) => `${count}: ${text(reason)}`);
  const notes = groupNotes(results).map(
    ({ note, where }) => `${where.map(code).join(', ')}: ${text(note)}`,
  );
  return [
    bullets('Blocked', blocked),
    bullets('Waiting', reasons('waiting')),
    bullets('Skipped', reasons('skipped')),
    bullets('Tolerated differences', notes),
  ];
}

/** Which operation answered what, and why the rest was not seen. */
export function coveragePart({ coverage }: CheckReport): string {
  const rows = coverage.map(({ operation, cells }) => [
    code(operation),
    cells.map(({ status, seen }) => `${status} ${seen > 0 ? `✓${seen}` : '–'}`).join(', '),
  ]);
  const why = groupUnseen(coverage).map(
    ({ why, cells }) => `${text(why)}: ${text(cells.join('; '))}`,
  );
  return folded(
    'Answers seen',
    table(['Operation', 'Answers'], rows),
    bullets('Why not the others', why),
  );
}

/** What stays on the backend. */
export function createdPart({ applicants, uploads, payments, applications }: Created): string {
  const counts = [
    plural(applicants.length, 'applicant'),
    plural(uploads, 'upload'),
    plural(payments, 'payment'),
    plural(applications, 'application'),
  ];
  return `Created: ${counts.join(', ')}`;
}
