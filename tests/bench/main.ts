/** `npm run bench`: measures, prints the table, and keeps it in BENCHMARKS.md. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { cliFigures } from './cli.ts';
import type { Figure } from './figures.ts';
import { mockFigures } from './mock.ts';
import { sdkFigures } from './sdk.ts';
import { siteFigures } from './site.ts';

const root = new URL('../../', import.meta.url);

execFileSync('npm', ['run', '--silent', 'bundle', '-w', 'cli'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const figures: Figure[] = [];
for (const measure of [cliFigures, sdkFigures, mockFigures, siteFigures]) {
  console.error(`measuring: ${measure.name}`);
  figures.push(...(await measure()));
}
const table = render(figures);
console.log(table);
await writeFile(
  new URL('BENCHMARKS.md', root),
  `# Figures

Measured by \`npm run bench\`; medians, and ratios of pairs measured in turn in one run. ${await machine()}

${table}
`,
);

function render(rows: readonly Figure[]): string {
  const lines = rows.map(({ what, measured, reach, holds, how }) => {
    const verdict = holds === undefined ? '' : holds ? ' ✓' : ' ✗';
    return `| ${what} | ${measured}${verdict} | ${reach} | ${how} |`;
  });
  return ['| What | Measured | Reach | How |', '|---|---|---|---|', ...lines].join('\n');
}

async function machine(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `Machine: ${cpus().length} cores (${model}), ${memory} GB, ${process.platform}; Node ${process.version}; version ${version}.`;
}
