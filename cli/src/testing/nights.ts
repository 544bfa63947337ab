/** A month of nights that were generated: mostly good, with a broken week's end, a network that was away, and a slow week. */
import { addDays, type Entry } from '../report/history.ts';

const start = new Date('2026-10-26T01:00:00Z');
const ends: Readonly<Record<number, [exitCode: number, verdict: string]>> = {
  5: [1, 'BROKEN: auth.login: expected status 200 with a body of the contract, got status 500'],
  6: [1, 'BROKEN: auth.login: expected status 200 with a body of the contract, got status 500'],
  13: [3, 'NOT REACHED: programs.list: the server refused the connection (nothing listens there)'],
  16: [6, 'SLOW: files.upload took 4200 ms (limit 3000)'],
  17: [4, 'WAITING: for staff to verify the payment'],
  22: [2, "MISCONFIGURED: the mailbox's password is not set"],
};

/** @param count of nights, the first on Monday 26 October 2026 */
export function nights(count = 30, own: Partial<Entry> = {}): Entry[] {
  return Array.from({ length: count }, (_, night): Entry => {
    const [exitCode, verdict] = ends[night] ?? [0, 'GOOD: APPLIED after 2.1 s'];
    const slower = night >= 14 && night < 21 ? 2 : 1;
    return {
      version: 1,
      at: addDays(start, night).toISOString(),
      command: 'smoke',
      target: 'https://staging.example.edu, dialect canonical',
      exitCode,
      verdict,
      ms: 2100 * slower,
      requests: 34,
      counts: { passed: exitCode === 0 ? 20 : 12, failed: exitCode === 0 ? 0 : 1 },
      operations:
        exitCode === 3
          ? {}
          : {
              'programs.list': (40 + (night % 5)) * slower,
              'auth.login': (90 + (night % 7)) * slower,
              'exams.create': (120 + ((night * 3) % 11)) * slower,
              'files.upload': (400 + ((night * 13) % 40)) * slower,
            },
      ...(exitCode === 1
        ? {
            finding: {
              id: 'journey/log-in',
              sentence: 'An applicant MUST be able to complete "Log in".',
              expected: 'status 200 with a body of the contract',
              got: 'status 500',
              requestId: 'admissions-0badcafe-11',
              curl: 'curl -sS -i -X POST https://staging.example.edu/api/auth/public/login --data-raw \'{"email":"a@b.example","password":"[hidden]"}\'',
            },
          }
        : {}),
      ...own,
    };
  });
}
