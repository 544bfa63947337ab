import { catalogue } from '../src/checks/catalogue.ts';

/** The ids of all checks there are, and of all there have been: baselines name them. One that is gone fails a test. */
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

/** @param text a line for each operation: its name, and what stands behind it in the ids of its checks */
export function readCheckIds(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [subject = '', names = ''] = line.split(': ');
      return names.split(' ').map((name) => `${subject}/${name}`);
    });
}
