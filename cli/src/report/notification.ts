/** Messages about a changed verdict. */
import { openPage } from '../backend/pages.ts';
import { createTransport } from '../backend/transport.ts';
import { CliError } from '../core/exit.ts';
import type { NotifySettings } from '../core/settings.ts';
import { readSecret } from '../core/terminal.ts';
import { type Entry, endWord } from './history.ts';

type Addressed = Exclude<NotifySettings, { use: 'none' }>;

/** The environment variable that holds the address, which is a secret. */
export function addressEnv({ urlEnv }: Addressed): string {
  return urlEnv ?? 'ADMISSIONS_WEBHOOK';
}

/** @throws {CliError} (exit 2) when the address is not where the settings say, or is none */
export function webhookAddress(settings: Addressed): string {
  const env = addressEnv(settings);
  const address = readSecret({ env }, "the webhook's address", '');
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new CliError(`the webhook of ${env} is no address: it must begin with https://`);
}

/* The message when a verdict changes: what it was, what it is, and how to repeat what failed first. */

/** Slack's limit for a text is 40,000 signs, Telegram's 4,096; nobody reads more than this. */
const most = 3000;

function messageFor(settings: Addressed, entry: Entry, before: Entry | undefined): object {
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
      const { version: _version, untold: _untold, operations: _operations, ...sent } = entry;
      return {
        ...sent,
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

const timeoutMs = 15_000;

/**
 * Sends a verdict.
 * @param before the last run whose verdict was sent
 * @param signal gives up
 * @throws {CliError} (exit 2) when the address is not where the settings say, or refuses; (exit 3) when it is not
 * reached, (exit 130) when it was given up
 */
export async function notify(
  settings: Addressed,
  entry: Entry,
  before: Entry | undefined,
  signal: AbortSignal,
): Promise<void> {
  const what = `the webhook of ${addressEnv(settings)}`;
  const address = webhookAddress(settings);
  const { request, close } = createTransport();
  try {
    const { status } = await openPage({ request, timeoutMs }, address, {
      what,
      signal,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(messageFor(settings, entry, before)),
    });
    if (status >= 300) throw new CliError(`${what} answered ${status}`);
  } finally {
    await close();
  }
}
