import { catalogue } from '../src/backend-checks/catalogue.ts';

/**
 * Renders the ids of all checks. An id stays in the file when its check is removed, and then a test fails, because
 * baselines may contain the id.
 * @param earlierText the present content of the file
 */
export function renderCheckIds(earlierText: string): string {
  const ids = new Set([...readCheckIds(earlierText), ...catalogue.map(({ id }) => id)]);
  const idEndingsBySubject = new Map<string, string[]>();
  for (const id of [...ids].sort()) {
    const [subject = '', ...rest] = id.split('/');
    idEndingsBySubject.set(subject, [...(idEndingsBySubject.get(subject) ?? []), rest.join('/')]);
  }
  const lines = [...idEndingsBySubject].map(
    ([subject, idEndings]) => `${subject}: ${idEndings.join(' ')}`,
  );
  return `${lines.join('\n')}\n`;
}

/** @param checkIdsText one line for each operation: its name, then the last parts of the ids of its checks */
export function readCheckIds(checkIdsText: string): string[] {
  return checkIdsText
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [subject = '', idEndings = ''] = line.split(': ');
      return idEndings.split(' ').map((idEnding) => `${subject}/${idEnding}`);
    });
}
