import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type Passing, startAdmissions, startProxy } from '../support/admissions.ts';
import { type MailServer, message, startDovecot } from '../support/dovecot.ts';
import { ownFolder } from '../support/own-folder.ts';

const bin = fileURLToPath(new URL('../../cli/bin/admissions.js', import.meta.url));
const staffProgram = fileURLToPath(new URL('../support/staff.mjs', import.meta.url));
const siteOrigin = 'https://college.example';

const mail = await startDovecot();
const folder = await ownFolder();
const journeys = mail && (await openKillableJourneys(mail, folder));
afterAll(async () => {
  await journeys?.close();
  await mail?.close();
});

const pointOf = ({ name, phase }: Passing) => `${name} ${phase}`;
/** Reads are repeated without harm: a kill before one equals a kill after the request before it. */
const changes = ({ name, phase }: Passing) => phase === 'answered' || !name.startsWith('GET ');
/** Every point the first test killed at. */
const points = new Set<string>();

describe.skipIf(!journeys)('a journey that is killed', () => {
  const { walk, effectsOf } = journeys as NonNullable<typeof journeys>;

  async function expectApplied(runFile: string, said: string) {
    expect(said).toMatch(/^Done: APPLIED/m);
    const { memory, finished } = JSON.parse(await readFile(runFile, 'utf8'));
    expect({ memory, finished }).toMatchObject({ memory: { examPassed: true }, finished: true });
    expect(effectsOf(runFile)).toEqual({
      registrations: 1,
      exams: 1,
      results: 1,
      payments: 1,
      applications: 1,
    });
  }

  test('at every request in turn, before it took effect and after, goes on to APPLIED and repeats nothing', async () => {
    const runFile = join(folder, 'run.json');
    for (;;) {
      const { code, said } = await walk(runFile, (passing) => {
        const point = pointOf(passing);
        if (points.has(point) || !changes(passing)) return false;
        points.add(point);
        return true;
      });
      if (code === null) continue;
      await expectApplied(runFile, said);
      break;
    }
    expect(points.size).toBeGreaterThan(25);
    expect((await stat(runFile)).mode & 0o777).toBe(0o600);
  });

  // A journey for each point, and a third of the points: the first test has killed at all of them.
  test('at one of them alone goes on to APPLIED and repeats nothing', async () => {
    for (const [number, point] of [...points].entries()) {
      if (number % 3 !== 0) continue;
      const runFile = join(folder, `run-${number}.json`);
      let killed = false;
      const first = await walk(runFile, (passing) => {
        killed ||= pointOf(passing) === point;
        return killed;
      });
      // Only a resumed journey meets some of the points.
      if (first.code !== null) continue;
      const { said } = await walk(runFile, () => false);
      await expectApplied(runFile, said);
    }
  });
});

interface OutboxMail {
  to: string;
  link?: string;
}

/** How often each change took effect, according to the backend's own answers. */
interface Effects {
  registrations: number;
  /** Distinct exams. */
  exams: number;
  results: number;
  payments: number;
  applications: number;
}

/**
 * A backend behind a proxy that kills the journey where the test says so.
 * @param folder where its configuration is written
 */
async function openKillableJourneys(mail: MailServer, folder: string) {
  const mock = await startAdmissions('mock', '--port', '0', '--site-origin', siteOrigin);
  const [, backend = ''] = /API\s+(http\S+)\/api/.exec(await mock.output(/API\s+\S+/)) ?? [];
  const passed = new Map<string, Passing[]>();
  let current: Passing[] = [];
  let shouldKill: (passing: Passing) => boolean = () => false;
  let running: ReturnType<typeof spawn> | undefined;
  const delivered = new Set<string>();

  const deliverMails = async () => {
    const mails = (await (await fetch(`${backend}/_mock/outbox.json`)).json()) as OutboxMail[];
    for (const one of mails) {
      const key = JSON.stringify(one);
      if (delivered.has(key)) continue;
      delivered.add(key);
      const text = `Selam,\n\nopen ${one.link ?? 'your mailbox'} please.\n`;
      await mail.deliver(message({ to: one.to, text, html: `<p>${text}</p>`, encoding: 'base64' }));
    }
  };

  const proxy = await startProxy(backend, async (passing) => {
    if (passing.phase === 'answered') {
      current.push(passing);
      if (/apply$|resend_email/.test(passing.name)) await deliverMails();
    }
    if (!running || !shouldKill(passing)) return false;
    running.kill('SIGKILL');
    return true;
  });

  const config = join(folder, 'admissions.config.json');
  await writeFile(
    config,
    JSON.stringify({
      target: proxy.url,
      siteOrigin,
      email: 'nightly+{run}@college.test',
      mailbox: {
        use: 'imap',
        host: mail.host,
        port: mail.tlsPort,
        user: mail.user,
        caFile: mail.caFile,
        waitMs: 20_000,
        everyMs: 20,
      },
      staff: { use: 'command', command: [process.execPath, staffProgram, proxy.url] },
    }),
  );

  /** Walks to the end or until it is killed. @returns the exit code, `null` if it was killed, and its output */
  const walk = async (runFile: string, kill: (passing: Passing) => boolean) => {
    shouldKill = kill;
    current = passed.get(runFile) ?? [];
    passed.set(runFile, current);
    const exists = await readFile(runFile).then(
      () => true,
      () => false,
    );
    const args = exists ? ['--resume', runFile] : ['--config', config, '--save', runFile];
    const child = spawn(process.execPath, [bin, 'journey', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ADMISSIONS_MAIL_PASSWORD: mail.password },
    });
    running = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        said += String(data);
      });
    }
    // Not "close": the staff program it started holds the pipes a moment longer.
    const [code] = await once(child, 'exit');
    running = undefined;
    return { code: code as number | null, said };
  };

  return {
    /** The effects of all runs with this file. */
    effectsOf: (runFile: string): Effects => count(passed.get(runFile) ?? []),
    walk,
    close: async () => {
      await proxy.close();
      mock.interrupt();
      await mock.end;
    },
  };
}

function count(all: readonly Passing[]): Effects {
  const done = (path: string) =>
    all.filter(({ name, status = 0 }) => status < 300 && name.endsWith(path));
  const exams = done('/exams/private/create').map(({ body = '' }) => JSON.parse(body).examDto.id);
  return {
    registrations: done('/applicants/public/apply').length,
    exams: new Set(exams).size,
    results: done('/submit_exam').length,
    payments: done('/make_offline_payment').length,
    applications: done('/apply_for_program').length,
  };
}
