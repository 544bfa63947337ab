/** What `detect` says: the table, what is left to do, and the dialect file. */
import { alternate, canonical, type Reading, readingIn } from '@one-planet/contract';
import { paint, print, talk, visible } from '../../process/terminal.ts';
import type { Detected } from './detect.ts';
import type { Entries, Entry } from './entries.ts';

export function report(detected: Detected): void {
  const { entries, requests, created } = detected;
  const all = entries.list();
  const unknown = all.filter(({ reading }) => reading === undefined).length;
  const harm = created ? '' : ', none of which changed anything';
  talk(
    bold(`${all.length - unknown} of ${all.length} settings found (${requests} requests${harm})\n`),
  );
  showEntries(entries);
  if (created?.applicant) {
    const { applicant, uploads, payments } = created;
    talk(
      `\nCreated: the applicant ${applicant}, ${counted(uploads, 'upload')}, ${counted(payments, 'payment')}`,
    );
  }
  for (const warning of entries.warnings)
    talk(`\n${paint('yellow', visible(warning), process.stderr)}`);
  if (unknown > 0) talk(`\n${advice(unknown, detected)}`);
  const name = nameOf(all);
  if (name) talk(`\nEverything found is as in the built-in dialect ${name}.`);
  talk('\nThe dialect file:');
  print(JSON.stringify(entries.dialect(), null, 2));
}

/** The table, as far as it goes. */
export function showEntries(entries: Entries): void {
  for (const entry of entries.list()) tellEntry(entry);
}

function tellEntry({ setting: { operation, name, readings }, reading, why }: Entry): void {
  const isSure = reading !== undefined;
  const degree = paint(
    isSure ? 'green' : 'yellow',
    (isSure ? 'sure' : 'unknown').padEnd(7),
    process.stderr,
  );
  const said = isSure ? JSON.stringify(reading) : '';
  const same = reading === readings[0] ? paint('dim', ' (canonical)', process.stderr) : '';
  talk(`${degree}  ${operation} ${name}${isSure ? `: ${said}${same}` : ''}`);
  talk(`         ${paint('dim', visible(why), process.stderr)}`);
}

function advice(unknown: number, { created, entries }: Detected): string {
  const what =
    unknown === 1
      ? "1 setting is unknown. The file leaves it out, which means the contract's own reading."
      : `${unknown} settings are unknown. The file leaves them out, which means the contract's own readings.`;
  if (!created)
    return `${what}\nTo learn more, add --register: it registers an applicant, who stays on the backend.`;
  const next =
    entries.warnings.length > 0
      ? 'Put right what is said above, and run it again.'
      : 'Ask whoever wrote the backend, and add it to the file by hand.';
  return `${what}\n${next}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The built-in dialect that has every reading that was found; nothing where both have, or none. */
function nameOf(all: readonly Entry[]): string | undefined {
  const found = all.flatMap(({ setting, reading }) =>
    reading === undefined ? [] : [{ setting, reading }],
  );
  const fits = (dialect: typeof canonical) =>
    found.every(
      ({ setting, reading }: { setting: Entry['setting']; reading: Reading }) =>
        readingIn(dialect, setting) === reading,
    );
  if (fits(canonical) === fits(alternate)) return undefined;
  return fits(canonical) ? 'canonical' : 'alternate';
}

function bold(text: string): string {
  return paint('bold', text, process.stderr);
}
