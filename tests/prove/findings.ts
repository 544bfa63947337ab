/** docs/findings.md: what `admissions check` prints of one broken server of each class. */
import { writeFile } from 'node:fs/promises';
import { catalogue } from '../../cli/src/checks/catalogue.ts';
import { makeReport } from '../../cli/src/checks/report.ts';
import { runChecks } from '../../cli/src/checks/run.ts';
import { type CheckReport, groupNotes } from '../../cli/src/report/report.ts';
import { failureLines } from '../../cli/src/report/terminal.ts';
import { type Difference, lanes, onServer } from './broken-server.ts';
import { cases } from './faults.ts';

/** A class of faults, a server that has one, and the check that finds it. */
const shown: readonly [what: string, fault: string, check: string][] = [
  ['Secrets that can be guessed', 'tokens-consecutive', 'auth.login/unguessable'],
  ['What the body claims', 'state-from-body', 'applicants.saveEducationData/over-posting'],
  ['All or nothing', 'password-set-then-refused', 'auth.changePassword/refused-whole'],
  ['Text comes back as it was written', 'names-escaped', 'applicants.editProfile/keeps-text'],
  ['Reading back', 'activation-other-names', 'applicants.activate/names'],
  ['Files', 'upload-by-name', 'files.upload/refuses/program-as-picture'],
  ['Answers about people', 'answers-cacheable', 'payments.getReceipt/not-shared'],
  ['Other origins', 'cors-everybody', 'server/other-origins'],
  ['Mail', 'mails-to-others', 'applicants.register/mailed-to-her'],
  ['Money', 'receipt-before-payment', 'payments.getReceipt/before-payment'],
  ['Time', 'sessions-endless', 'auth.login/ends'],
  ['A null where a list belongs', 'list-null', 'programs.list/answers'],
];

/** Runs all checks on each of the servers, and writes what was printed. */
export async function writeFindings(): Promise<void> {
  const parts: string[] = [];
  for (const [what, fault, id] of shown) {
    const sentence = cases.find(({ name }) => name === fault)?.sentence ?? '';
    const lines = await printed(fault, id);
    parts.push(`## ${what}\n\n\`${fault}\`: ${sentence}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``);
  }
  const tolerated = await toleratedForms();
  parts.push(
    `## Forms that are tolerated\n\n\`numbers-as-text\`: each field is named as information, and none fails.\n\n\`\`\`\n${tolerated.join('\n')}\n\`\`\``,
  );
  await writeFile(
    new URL('../../docs/findings.md', import.meta.url),
    `${head}\n${parts.join('\n\n')}\n`,
  );
}

const head = `# Findings, as they are printed

Written by \`npm run prove\`: for each class of faults one server that has it, and what \`admissions check\` prints of it. Ports and addresses differ from run to run; here they are always the same. What the checks catch beside these is in [detection.md](detection.md).
`;

async function reportOf(difference: Difference): Promise<CheckReport> {
  return onServer(difference, async (runContext) => {
    const run = await runChecks(catalogue, runContext, lanes);
    const options = { strict: true, baseline: undefined, startedAt: new Date(0), requests: 0 };
    return makeReport(run, runContext, options);
  });
}

async function printed(fault: string, id: string): Promise<string[]> {
  const one = cases.find(({ name, kind }) => name === fault && kind === 'fault');
  if (!one) throw new Error(`There is no fault ${fault}`);
  const report = await reportOf(one);
  const results = report.results.filter(({ check }) => check.id === id);
  if (results.every(({ outcome }) => outcome !== 'failed')) {
    throw new Error(`${id} does not find ${fault}`);
  }
  return failureLines({ ...report, results })
    .flat()
    .map(steady);
}

async function toleratedForms(): Promise<string[]> {
  const { results } = await reportOf({ harmless: ['numbers-as-text'] });
  return groupNotes(results)
    .filter(({ note }) => note.startsWith('fields in another form'))
    .map(({ note, where }) => `${where.join(', ')}: ${note}`);
}

/** The same in every run. */
function steady(line: string): string {
  return line
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replace(/admissions-check-[\da-f]+/g, 'admissions-check-1a2b3c4d0001')
    .replace(/2519\d{8}/g, '251911234567');
}
