/** Under which names a backend reads its request fields. No request here is complete: each is refused. */
import { applicantExamples, contract, toRegistration } from '@one-planet/contract';
import type { Prober, Reading } from './probe.ts';

const email = 'admissions-detect@example.invalid';

/** The readings of the registration's fields, the canonical one first (decisions, section 1), with a wrong value. */
const registration: readonly { field: string; names: readonly string[]; wrong: unknown }[] = [
  { field: 'phoneNumber', names: ['phoneNumber', 'phone'], wrong: 'none' },
  { field: 'iAm18', names: ['iAm18', 'i_am18or_Older', 'iam18OrOlder'], wrong: false },
  { field: 'iAgreeTerms', names: ['iAgreeTerms', 'agreeToTerms'], wrong: false },
  {
    field: 'iAgreeMarketing',
    names: ['iAgreeMarketing', 'agreeToMarketingPromotions'],
    wrong: { wrong: 'type' },
  },
];

/** Each is refused for one reason of its own, whichever rule a backend looks at first. */
const refusals: readonly object[] = [
  { agreeToPrivacy: false },
  { email: 'no-address' },
  { firstName: '' },
  { lastName: '' },
];

export async function detectRegistration(prober: Prober): Promise<Reading[]> {
  const { path } = contract.applicants.register;
  const sent: Record<string, unknown> = toRegistration({
    ...applicantExamples.hana.register,
    email,
  });
  // Every name at once: whichever a backend reads, it finds a right value.
  const full = { ...sent };
  for (const { field, names } of registration) for (const name of names) full[name] = sent[field];
  const readings: Reading[] = [];
  for (const { field, names, wrong } of registration) {
    const read = await firstTold(names, async (name) => {
      for (const refusal of refusals) {
        const base = { ...full, ...refusal };
        const right = await prober.ask(path, { body: base });
        if (right !== (await prober.ask(path, { body: { ...base, [name]: wrong } }))) return true;
      }
      return false;
    });
    readings.push(toReading('applicants.register', field, names, read));
  }
  return readings;
}

export async function detectLogin(prober: Prober): Promise<Reading> {
  const { path } = contract.auth.login;
  const without = await prober.ask(path, { body: { email } });
  const names = ['password', 'passwords'];
  const read = await firstTold(
    names,
    async (name) => without !== (await prober.ask(path, { body: { email, [name]: 'Unknown1' } })),
  );
  return toReading('auth.login', 'password', names, read);
}

/** @returns those of the names that make a difference */
async function firstTold(
  names: readonly string[],
  tells: (name: string) => Promise<boolean>,
): Promise<string[]> {
  const told: string[] = [];
  for (const name of names) if (await tells(name)) told.push(name);
  return told;
}

function toReading(
  operation: 'applicants.register' | 'auth.login',
  part: string,
  names: readonly string[],
  read: readonly string[],
): Reading {
  const common = { operation, part };
  const [found] = read;
  if (found === undefined) {
    const why = 'none of its names makes a difference to a refusal';
    return { ...common, found: names[0] ?? part, certainty: 'assumed', why };
  }
  const why =
    read.length > 1
      ? 'the backend reads several of its names'
      : 'a wrong value under this name is noticed';
  return {
    ...common,
    found: names.find((name) => read.includes(name)) ?? found,
    certainty: 'sure',
    why,
  };
}
