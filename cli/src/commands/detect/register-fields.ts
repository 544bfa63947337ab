/** Under which names a backend reads the fields of a registration. Every request has something wrong with it, so each is refused. */
import {
  applicantExamples,
  contract,
  type DialectSetting,
  dialectSettings,
  toRegistration,
} from '@one-planet/contract';
import { isSame, knownName, mentions, strangers } from './contrast.ts';
import { type Entries, settingOf, withApplicant } from './entries.ts';
import type { Answer, Prober } from './prober.ts';

export type Body = Readonly<Record<string, unknown>>;

const { path } = contract.applicants.register;
export const referral = settingOf('applicants.register', 'body.referral');
/** The fields that go by several names. */
export const renamed = dialectSettings.filter(
  ({ operation, readings }) => operation === 'applicants.register' && !readings.includes(null),
);

const fields = [...renamed, referral];

/** Right values of all fields. The address can have no mailbox. */
const complete: Body = toRegistration({
  ...applicantExamples.hana.register,
  email: 'admissions-detect@example.invalid',
  referralCode: 'Refer7q',
});
/** Optional fields make no difference unless they are wrong. */
const optional = ['iAgreeMarketing', 'referral'];
const wrongType = { wrong: 'type' };

export function fieldOf({ name }: DialectSetting): string {
  return name.slice('body.'.length);
}

/** The names a field may go by. */
export function namesOf({ readings }: DialectSetting): string[] {
  return readings.filter((reading) => typeof reading === 'string');
}

/** Says that a backend took what it had to refuse. */
class Taken extends Error {}

export async function detectRegistration(prober: Prober, entries: Entries): Promise<void> {
  const ask = async (body: Body): Promise<Answer> => {
    const answer = await prober.ask(path, { body });
    if (answer.status >= 200 && answer.status < 300) throw new Taken();
    return answer;
  };
  try {
    const isSilent = await isMute(ask, entries);
    for (const setting of fields) await detectField(setting, ask, entries, isSilent);
    // What was found later may open the way to what came before.
    const last = fields.findLastIndex((setting) => !entries.isOpen(setting));
    for (const setting of fields.slice(0, Math.max(last, 0)))
      if (entries.isOpen(setting)) await detectField(setting, ask, entries, isSilent);
  } catch (error) {
    if (!(error instanceof Taken)) throw error;
    entries.warnings.push(
      `applicants.register took a registration that lacks what it must have. Look for ${complete.email} among your applicants.`,
    );
    for (const setting of fields)
      entries.unknown(setting, 'the backend takes incomplete registrations, so no more were sent');
  }
}

async function detectField(
  setting: DialectSetting,
  ask: (body: Body) => Promise<Answer>,
  entries: Entries,
  isSilent: boolean,
): Promise<void> {
  entries.unknown(setting, `no refusal depends on its name; ${withApplicant}`);
  const frames = framesFor(setting, entries);
  for (const frame of isSilent ? frames.slice(0, 1) : frames) {
    await contrastField(
      setting,
      complete[fieldOf(setting)],
      (own) => ask({ ...frame, ...own }),
      entries,
    );
    if (!entries.isOpen(setting)) return;
  }
}

/**
 * Compares the names of one field, and decides when they differ.
 * @param right a right value
 * @param ask sends a registration with these fields and others, always the same ones
 */
export async function contrastField(
  setting: DialectSetting,
  right: unknown,
  ask: (own: Body) => Promise<Answer>,
  entries: Entries,
): Promise<void> {
  const names = namesOf(setting);
  for (const value of optional.includes(fieldOf(setting)) ? [right, wrongType] : [right]) {
    const known = await knownName(names, (name) => ask({ [name]: value }));
    if (!known) continue;
    const why = known.several
      ? 'the backend reads all of its names'
      : 'what is sent under this name makes a difference, and under no other';
    entries.sure(setting, known.name, why);
    return;
  }
  if (setting.readings.includes(null) && (await isRefused(names[0] as string, right, ask)))
    entries.sure(setting, null, 'the backend refuses this field as it refuses unknown ones');
}

/** Whether a strict parser takes a field for an unknown one: a backend that knows it may refuse one value, but hardly every value. */
async function isRefused(
  name: string,
  right: unknown,
  ask: (own: Body) => Promise<Answer>,
): Promise<boolean> {
  const same = [name, ...strangers([name])];
  const without = await ask({});
  for (const value of [right, '', null]) {
    const refused = await ask({ [name]: value });
    for (const stranger of strangers([name])) {
      const answer = await ask({ [stranger]: value });
      if (isSame(answer, without, same) || !isSame(answer, refused, same)) return false;
    }
    if (refused.status === without.status && isRepeated(without, refused, right)) return false;
    if (!isSame(await ask({ [name]: value }), refused)) return false;
  }
  return isSame(await ask({}), without);
}

/** A backend that repeats what it was sent answers every field in another way. */
function isRepeated(without: Answer, refused: Answer, value: unknown): boolean {
  return mentions(without, 'agreeToPrivacy') || mentions(refused, String(value));
}

/** What is sent around a field, the most incomplete first: backends look at fields in different orders, and some say only what is wrong first. */
function framesFor(setting: DialectSetting, entries: Entries): Body[] {
  const names = Object.keys(complete);
  const at = names.indexOf(fieldOf(setting));
  const flaws: Body[] = [
    { agreeToPrivacy: false },
    { email: 'no-address' },
    { middleName: '', lastName: '' },
    { firstName: '', middleName: '', lastName: '' },
  ];
  const others = [writeKnown, writeAll].flatMap((write) => {
    const rest = write(
      names.filter((_, other) => other !== at),
      entries,
    );
    return [
      write(names.slice(0, at), entries, { agreeToPrivacy: false }),
      write(names.slice(at + 1), entries),
      ...flaws.map((flaw) => ({ ...rest, ...flaw })),
    ];
  });
  return [{ agreeToPrivacy: true }, ...others];
}

/** Whether the backend says the same of whatever is wrong: then little can be learnt from it. */
async function isMute(ask: (body: Body) => Promise<Answer>, entries: Entries): Promise<boolean> {
  const answers: Answer[] = [];
  for (const frame of framesFor(referral, entries)) answers.push(await ask(frame));
  return answers.every((answer) => isSame(answer, answers[0] as Answer));
}

/** Only under names that are known. */
function writeKnown(fields: readonly string[], entries: Entries, more: Body = {}): Body {
  const written = fields.flatMap((field) => {
    const setting = renamedAs(field);
    const name = setting ? entries.reading(setting) : field;
    return typeof name === 'string' && field !== 'referral' ? [[name, complete[field]]] : [];
  });
  return { ...Object.fromEntries(written), ...more };
}

/** Under all names, for backends that ignore unknown fields. */
function writeAll(fields: readonly string[], entries: Entries, more: Body = {}): Body {
  const written = fields.flatMap((field) => {
    const setting = renamedAs(field);
    const names = setting ? entries.candidates(setting) : [field];
    return field === 'referral' ? [] : names.map((name) => [String(name), complete[field]]);
  });
  return { ...Object.fromEntries(written), ...more };
}

function renamedAs(field: string): DialectSetting | undefined {
  return renamed.find((setting) => fieldOf(setting) === field);
}
