/** Lets `detect` loose on one backend, first without an applicant, then with one. */
import { fileURLToPath } from 'node:url';
import { dialectSettings, readingIn, writeDialect } from '@one-planet/contract';
import { serve } from '@one-planet/mocks/node';
import { detect } from '../../../cli/src/commands/detect.ts';
import { loadSettings, toAnswerKey } from '../../../cli/src/core/configuration.ts';
import { startSecondBackend } from '../../second-backend/index.ts';
import { type Case, createFront, isOwn, kindOf } from './backends.ts';

export const runs = ['`detect`', '`detect --register`'] as const;

/** One setting of one backend in one run. `hinted`: unknown, with the name that is nobody's reading; `given`: the dialect file had it. */
export interface Outcome {
  run: (typeof runs)[number];
  server: string;
  setting: string;
  verdict: 'right' | 'hinted' | 'unknown' | 'wrong' | 'given';
  said: string;
}

export interface Trial {
  outcomes: Outcome[];
  /** Of each run. */
  requests: number[];
  /** What must not be, in words. */
  mistakes: string[];
}

/** An applicant is registered with a dialect file that has what is nobody's reading. */
export async function tryCase(one: Case): Promise<Trial> {
  const { seed, dialect } = one;
  const { url, look, own, close } = await open(one);
  const trial: Trial = { outcomes: [], requests: [], mistakes: [] };
  const before = await look();
  for (const run of runs) {
    const isGiven = dialectSettings.map((one) => run !== runs[0] && isOwn(dialect, one));
    const given = dialectSettings.filter((_, at) => isGiven[at]);
    const known = writeDialect(given.map((setting) => [setting, readingIn(dialect, setting)]));
    const settings = await loadSettings({ target: url }, { env: {}, cwd: import.meta.dirname });
    const found = await detect({ ...settings, ...own, dialect: known }, run !== runs[0]);
    if (run === runs[0] && before !== (await look()))
      trial.mistakes.push(`${seed}: harmless requests changed something`);
    trial.requests.push(found.requests);
    for (const [at, entry] of found.entries.entries()) {
      const { operation, name, reading, why } = entry;
      const truth = readingIn(dialect, entry);
      const isHinted = isOwn(dialect, entry) && why.includes(`"${truth}"`);
      const unsure = isGiven[at] ? 'given' : isHinted ? 'hinted' : 'unknown';
      const isSure = reading !== undefined && !isGiven[at];
      const verdict = isSure ? (reading === truth ? 'right' : 'wrong') : unsure;
      const setting = `\`${operation}\` \`${name}\``;
      const said = `${seed}: ${run} ${setting} is ${truth}, ${verdict}: ${reading}, ${why}`;
      trial.outcomes.push({ run, server: kindOf(one), setting, verdict, said });
      if (verdict === 'wrong') trial.mistakes.push(said);
    }
  }
  await close();
  return trial;
}

async function open(one: Case) {
  if (one.kind !== 'second') {
    const { url, close } = await serve(await createFront(one));
    const page = async (name: string) => (await fetch(`${url}/_mock/${name}.json`)).text();
    const look = async () => (await Promise.all(['state', 'outbox', 'staff'].map(page))).join('');
    return { url, close, look, own: {} };
  }
  const reading = one.dialect.operations['auth.login'] ? 'alternate' : 'canonical';
  const siteOrigin = 'https://admissions.example.com';
  const second = await startSecondBackend({ reading, siteOrigin });
  const front = await createFront(one, async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of ['content-length', 'connection', 'host']) headers.delete(name);
    const body = request.body ? await request.arrayBuffer() : null;
    return fetch(second.url + pathname + search, { method: request.method, headers, body });
  });
  const { url, close } = await serve(front);
  const adapter = fileURLToPath(new URL('../../second-backend/adapters/mail.mjs', import.meta.url));
  const mailbox = { use: 'command' as const, command: ['node', adapter, second.url] };
  const key = await (await fetch(`${second.url}/ops/exam-key.json`)).json();
  return {
    url,
    look: async () => String(second.applicants()),
    own: { siteOrigin, mailbox, answerKey: toAnswerKey(key) },
    close: async () => {
      await close();
      await second.close();
    },
  };
}
