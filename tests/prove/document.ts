/** docs/detection.md, whose parts are written by different proofs. */
import { readFile, writeFile } from 'node:fs/promises';

const parts = ['hand-written', 'generated', 'mutants'] as const;
type Part = (typeof parts)[number];

const file = new URL('../../docs/detection.md', import.meta.url);
const marker = (part: Part) => `<!-- ${part} -->`;

/** Replaces one part; the others stay. */
export async function writePart(part: Part, markdown: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const whole = parts.map((one) => {
    const [, rest = ''] = text.split(`${marker(one)}\n`);
    const [kept = ''] = rest.split(/^<!-- [\w-]+ -->$/m);
    const content = (one === part ? markdown : kept).trim();
    return content && `${marker(one)}\n${content}\n`;
  });
  await writeFile(file, whole.filter(Boolean).join('\n'));
}
