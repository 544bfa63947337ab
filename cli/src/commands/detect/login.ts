/** Under which name a backend reads the password of a login. Nobody has the address that is sent. */
import { contract } from '@one-planet/contract';
import { knownName } from './contrast.ts';
import { type Entries, settingOf, withApplicant } from './entries.ts';
import type { Prober } from './prober.ts';
import { namesOf } from './register-frames.ts';

const setting = settingOf('auth.login', 'body.password');
const frames: readonly object[] = [
  { email: 'admissions-detect@example.invalid' },
  {},
  { email: 'no-address' },
];

export async function detectLogin(prober: Prober, entries: Entries): Promise<void> {
  const { path } = contract.auth.login;
  entries.unknown(setting, `no refusal depends on its name; ${withApplicant}`);
  for (const frame of frames)
    for (const value of ['Unknown1', { wrong: 'type' }]) {
      const known = await knownName(namesOf(setting), (name) =>
        prober.ask(path, { body: { ...frame, [name]: value } }),
      );
      if (!known) continue;
      const why = known.several
        ? 'the backend reads all of its names'
        : 'what is sent under this name makes a difference, and under no other';
      return entries.sure(setting, known.name, why);
    }
}
