/** What is told when a verdict changes: what it was, what it is, and how to repeat what failed first. */
import type { Entry } from '../history/entry.ts';
import { endWord } from '../history/summary.ts';
import type { NotifySettings } from './settings.ts';

/** Slack's limit for a text is 40,000 signs, Telegram's 4,096; nobody reads more than this. */
const most = 3000;

/**
 * @param before the last run whose verdict was told; left out for the first
 * @returns the body of the request, as JSON
 */
export function messageFor(
  settings: Exclude<NotifySettings, { use: 'none' }>,
  entry: Entry,
  before: Entry | undefined,
): object {
  switch (settings.use) {
    case 'slack':
      return {
        text: textOf(entry, before, { safe: forSlack, code: (text) => `\`\`\`${text}\`\`\`` }),
      };
    case 'telegram':
      return {
        chat_id: settings.chatId,
        text: textOf(entry, before, { safe: (text) => text, code: (text) => text }),
        disable_web_page_preview: true,
      };
    case 'webhook': {
      const { version: _version, untold: _untold, operations: _operations, ...told } = entry;
      return {
        ...told,
        ended: endWord(entry),
        before: before ? { at: before.at, ended: endWord(before), verdict: before.verdict } : null,
      };
    }
  }
}

interface Form {
  safe: (text: string) => string;
  code: (text: string) => string;
}

function textOf(entry: Entry, before: Entry | undefined, { safe, code }: Form): string {
  const { verdict, target, command, finding, at } = entry;
  const lines = [
    safe(`${endWord(entry)}${before ? ` (was ${endWord(before)})` : ''}: ${target}`),
    safe(`${shortened(verdict, 600)}`),
    safe(`admissions ${command}, ${at.slice(0, 16).replace('T', ' ')} UTC`),
  ];
  if (finding) {
    lines.push('', safe(finding.sentence), safe(finding.id));
    if (finding.expected) lines.push(safe(`expected ${shortened(finding.expected, 300)}`));
    if (finding.got) lines.push(safe(`got ${shortened(finding.got, 300)}`));
    if (finding.requestId) lines.push(safe(`x-request-id ${finding.requestId}`));
    const { curl } = finding;
    if (curl && curl.length + lines.join('\n').length < most) {
      lines.push('Repeat:', code(safe(curl)));
    }
  }
  return lines.join('\n');
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
