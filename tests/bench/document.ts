/** BENCHMARKS.md: one section per group, so that one can be measured again without the others. */
import type { Figure } from './figures.ts';

/** @returns the rows as a Markdown table */
export function tableOf(rows: readonly Figure[]): string {
  const lines = rows.map(({ what, measured, reach, holds, how }) => {
    const verdict = holds === undefined ? '' : holds ? ' ✓' : ' ✗';
    return `| ${what} | ${measured}${verdict} | ${reach} | ${how} |`;
  });
  return ['| What | Measured | Reach | How |', '|---|---|---|---|', ...lines].join('\n');
}

/** @returns the document with this section replacing the one with its title, or appended */
export function withSection(document: string, title: string, content: string): string {
  const [head = '', ...sections] = document.trimEnd().split(/^## /m);
  const section = `${title}\n\n${content}\n`;
  const isOld = (one: string) => one.startsWith(`${title}\n`);
  const renewed = sections.some(isOld)
    ? sections.map((one) => (isOld(one) ? section : one))
    : [...sections, section];
  return `${[head, ...renewed].map((part) => `${part.trimEnd()}\n`).join('\n## ')}`;
}
