import { catalogue } from '../src/checks/catalogue.ts';

/**
 * Renders the ids of all checks. An id stays in the file when its check is removed, and then a test fails, because
 * baselines may contain the id.
 * @param before the present content of the file
 */
export function renderCheckIds(before: string): string {
  const ids = new Set([...readCheckIds(before), ...catalogue.map(({ id }) => id)]);
  const bySubject = new Map<string, string[]>();
  for (const id of [...ids].sort()) {
    const [subject = '', ...rest] = id.split('/');
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), rest.join('/')]);
  }
  const lines = [...bySubject].map(([subject, names]) => `${subject}: ${names.join(' ')}`);
  return `${lines.join('\n')}\n`;
}

/** @param text one line for each operation: its name, then the last parts of the ids of its checks */
export function readCheckIds(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [subject = '', names = ''] = line.split(': ');
      return names.split(' ').map((name) => `${subject}/${name}`);
    });
}
