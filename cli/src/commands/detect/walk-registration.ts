/** Registers her, and then looks at what a second registration of the same address is refused for. */
import { contract, type DialectSetting, type Reading, toWire } from '@one-planet/contract';
import { callOf } from '../../checks/people/calls.ts';
import type { Reply } from '../../checks/wire/reply.ts';
import { strangers } from './contrast.ts';
import { contrastField } from './register-fields.ts';
import { type Body, fieldOf, fields, referral, renamed } from './register-frames.ts';
import { Stuck, type Walk } from './walk-context.ts';

type Choice = readonly (readonly [setting: DialectSetting, reading: Reading])[];

const { path } = contract.applicants.register;

export async function learnRegistration(walk: Walk): Promise<void> {
  await register(walk);
  await compareRefusals(walk);
}

/** Tries the readings one after the other; a refused registration leaves nothing behind. */
async function register(walk: Walk): Promise<void> {
  const { entries, use } = walk;
  // Whoever sends no code is right in every dialect.
  use(referral, null);
  const open = renamed.filter((setting) => entries.isOpen(setting));
  let refused: Reply | undefined;
  for (const choice of choices(open)) {
    for (const [setting, reading] of choice) use(setting, reading);
    if (await isTakenWithout(walk, choice)) return;
    const reply = await send(walk);
    if (reply.status < 300) {
      for (const [setting, reading] of choice)
        entries.sure(setting, reading, 'she was registered with it, and refused with another name');
      return;
    }
    refused = reply;
  }
  const how = refused ? `; the last answer was ${walk.said(refused)}` : '';
  throw new Stuck(`no reading of applicants.register was accepted${how}`);
}

/** Sends a choice with one name after the other that no backend knows. @returns whether she was registered all the same: then that field is not needed */
async function isTakenWithout(walk: Walk, choice: Choice): Promise<boolean> {
  for (const [setting, reading] of choice) {
    walk.use(setting, strangers([])[0]);
    const { status } = await send(walk);
    walk.use(setting, reading);
    if (status < 300) return true;
  }
  return false;
}

async function send({ person, helpers }: Walk): Promise<Reply> {
  const call = await callOf('applicants.register', person, helpers);
  const reply = await helpers.send('applicants.register', call);
  person.isRegistered ||= reply.status < 300;
  return reply;
}

/** Every combination: those of one kind first, as backends are seldom mixed. */
function choices(settings: readonly DialectSetting[]): Choice[] {
  const all = settings.reduce<Choice[]>(
    (sofar, setting) =>
      sofar.flatMap((choice) =>
        setting.readings.map((one) => [...choice, [setting, one] as const]),
      ),
    [[]],
  );
  const rank = (choice: Choice) => {
    const kinds = new Set(choice.map(([{ readings }, one]) => Math.min(readings.indexOf(one), 1)));
    return kinds.size;
  };
  return all.sort((a, b) => rank(a) - rank(b));
}

/** Now that her address is taken, a registration is refused for it, unless something is wrong that is looked at before. */
async function compareRefusals({ person, helpers, prober, entries }: Walk): Promise<void> {
  const { body } = await callOf('applicants.register', person, helpers);
  const { referral: code, ...sent } = body as Body;
  const accounts = () => [];
  const wire = (await toWire(helpers.dialect, 'applicants.register', sent, accounts)) as Body;
  if ((await prober.ask(path, { body: wire })).status < 300) {
    entries.warnings.push(`applicants.register took the address ${person.email} twice.`);
    return;
  }
  for (const setting of fields) {
    if (!entries.isOpen(setting)) continue;
    const own = helpers.dialect.operations['applicants.register']?.body?.[fieldOf(setting)];
    const { [String(own ?? fieldOf(setting))]: right = code, ...rest } = wire;
    const ask = (more: Body) => prober.ask(path, { body: { ...rest, ...more } });
    await contrastField(setting, right, ask, entries);
    entries.unknown(setting, 'no refusal depends on its name, even for an applicant who exists');
  }
}
