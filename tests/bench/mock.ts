import { applicantStates } from '@one-planet/contract';
import { precreatedEmail, precreatedPassword } from '@one-planet/mocks';
import { createClient } from '@one-planet/sdk';
import { Agent, request } from 'undici';
import { type Figure, inTurn, median } from './figures.ts';
import { startProcess } from './server-process.ts';

const [few, many] = [100, 100_000];
const callsARun = 200;

/** Compares the mock's answers with few and with many applicants. */
export async function mockFigures(): Promise<Figure[]> {
  const small = await startProcess('mock-server.ts', String(few));
  const large = await startProcess('mock-server.ts', String(many));
  const dispatcher = new Agent({ connections: 1 });
  try {
    const times = await inTurn(
      15,
      await readsOfTheLast(large.url, many, dispatcher),
      await readsOfTheLast(small.url, few, dispatcher),
      3,
    );
    const ratio = median(times.ratios);
    const perCall = (values: number[]) => `${((median(values) / callsARun) * 1000).toFixed(0)} µs`;
    return [
      {
        what: 'mock answer with 100,000 applicants against 100',
        measured: `${ratio.toFixed(2)} x`,
        reach: 'at most 1.2 x',
        holds: ratio <= 1.2,
        how: `getByEmail of the last applicant, median of 15 pairs of ${callsARun} calls; ${perCall(times.a)} against ${perCall(times.b)}`,
      },
      {
        what: 'mock with 100,000 applicants, from spawn to listening',
        measured: `${(large.startMs / 1000).toFixed(1)} s`,
        reach: 'seconds',
        holds: large.startMs < 10_000,
        how: `against ${(small.startMs / 1000).toFixed(1)} s with 100; TypeScript is compiled on the way`,
      },
    ];
  } finally {
    await dispatcher.close();
    small.stop();
    large.stop();
  }
}

/**
 * Logs in as the last applicant who has a password.
 * @returns a run of calls that read her profile
 */
async function readsOfTheLast(
  url: string,
  count: number,
  dispatcher: Agent,
): Promise<() => Promise<void>> {
  const client = createClient({ baseUrl: url });
  // The states come in turn; the last applicant with a full profile is at most one turn back.
  for (let number = count; number > count - applicantStates.length - 1; number--) {
    const email = precreatedEmail(number);
    const login = await client.auth.login({ body: { email, password: precreatedPassword } });
    if (login.status !== 200) continue;
    const headers = { authorization: `Bearer ${login.body.token}` };
    const address = `${url}/api/applicants/private/get_by_email/${encodeURIComponent(email)}`;
    return async () => {
      for (let i = 0; i < callsARun; i++) {
        const { statusCode, body } = await request(address, { headers, dispatcher });
        await body.dump();
        if (statusCode !== 200) throw new Error(`getByEmail answered ${statusCode}`);
      }
    };
  }
  throw new Error('no pre-created applicant could log in');
}
