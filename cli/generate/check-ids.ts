import { catalogue } from '../src/backend-checks/catalogue.ts';

/**
 * Renders the type of the ids of all checks, with a line for each operation. An id stays in the file when its check is
 * removed, and then a test fails, because baselines may contain the id.
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
    ([subject, idEndings]) =>
      `  | \`${subject}/\${${idEndings.map((idEnding) => `'${idEnding}'`).join(' | ')}}\``,
  );
  return `// Written by \`npm run generate\`.\n\n/** The ids of all checks of a backend. */\nexport type CheckId =\n${lines.join('\n')};\n`;
}

/** @param checkIdsText the generated file */
export function readCheckIds(checkIdsText: string): string[] {
  return [...checkIdsText.matchAll(/`([^/`]+)\/\$\{([^}]*)\}`/g)].flatMap(
    ([, subject, idEndings = '']) =>
      [...idEndings.matchAll(/'([^']*)'/g)].map(([, idEnding]) => `${subject}/${idEnding}`),
  );
}
