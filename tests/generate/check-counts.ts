import { catalogue } from '../../cli/src/backend-checks/catalogue.ts';

/**
 * Writes the number of checks into the runs that a page shows. A new check is blocked in a run that shows blocked ones,
 * because it has no mailbox, and passes in any other.
 * @throws for a page that shows no run
 */
export function renderCheckCounts(page: string): string {
  if (!/ of \d+ checked\b/.test(page))
    throw new Error('A page shows no run of the checks any more');
  const total = catalogue.length;
  return page
    .replace(
      /\d+( checks: )(\d+)( passed, )(\d+)( failed[^,]*, )(\d+)( blocked, )(\d+)(?= skipped)/g,
      (_, ...[checks, passed, a, failed, b, , c, skipped]: string[]) =>
        `${total}${checks}${passed}${a}${failed}${b}${total - Number(passed) - Number(failed) - Number(skipped)}${c}${skipped}`,
    )
    .replace(
      /\d+( checks: )\d+( passed, )(\d+)( failed[^,]*, )(\d+)(?= skipped)/g,
      (_, ...[checks, a, failed, b, skipped]: string[]) =>
        `${total}${checks}${total - Number(failed) - Number(skipped)}${a}${failed}${b}${skipped}`,
    )
    .replace(/(?<= of )\d+(?= checked\b)/g, `${total}`);
}
