/** docs/detection.md: its first part is written by the proof of all cases, the others are rendered from their records. */
import { readFile, writeFile } from 'node:fs/promises';
import { generatedMarkdown } from './generated/markdown.ts';
import { readRecord } from './generated/record.ts';
import { mutantsMarkdown } from './mutants/markdown.ts';
import { readRecord as readMutants } from './mutants/record.ts';

const parts = ['hand-written', 'generated', 'mutants'] as const;
type Part = (typeof parts)[number];

const file = new URL('../../docs/detection.md', import.meta.url);
const marker = (part: Part) => `<!-- ${part} -->`;

/** For `npm run generate`. @param before the document as it is; its hand-written faults stay */
export function renderDetection(before: string): string {
  return rendered(partOf(before, 'hand-written'));
}

/** Writes the document with a new first part, or with the one it has. */
export async function writeDocument(handWritten?: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '');
  await writeFile(file, rendered(handWritten ?? partOf(before, 'hand-written')));
}

function rendered(handWritten: string): string {
  const texts: Record<Part, string> = {
    'hand-written': handWritten,
    generated: generatedMarkdown(readRecord()),
    mutants: mutantsMarkdown(readMutants()),
  };
  return parts.map((part) => `${marker(part)}\n${texts[part].trim()}\n`).join('\n');
}

function partOf(text: string, part: Part): string {
  const [, rest = ''] = text.split(`${marker(part)}\n`);
  return rest.split(/^<!-- [\w-]+ -->$/m)[0]?.trim() ?? '';
}
