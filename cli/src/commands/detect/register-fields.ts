/** Under which names a backend reads the fields of a registration. Every request has something wrong with it, so each is refused. */
import { contract, type DialectSetting } from '@one-planet/contract';
import { isSame, knownName, mentions, strangers } from './contrast.ts';
import { type Entries, withApplicant } from './entries.ts';
import type { Answer, Prober } from './prober.ts';
import {
  type Body,
  complete,
  fieldOf,
  fields,
  framesFor,
  namesOf,
  referral,
  wrongType,
} from './register-frames.ts';

const { path } = contract.applicants.register;

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
  for (const value of [right, wrongType]) {
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

/** Whether the backend says the same of whatever is wrong: then little can be learnt from it. */
async function isMute(ask: (body: Body) => Promise<Answer>, entries: Entries): Promise<boolean> {
  const answers: Answer[] = [];
  for (const frame of framesFor(referral, entries)) answers.push(await ask(frame));
  return answers.every((answer) => isSame(answer, answers[0] as Answer));
}
