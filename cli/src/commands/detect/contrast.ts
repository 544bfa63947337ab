/**
 * Tells which of several names a backend knows, by contrast: a name is known when what comes back for it differs from
 * what comes back for names that nobody can know. All words that could stem from the names themselves count as one.
 */
import type { Answer } from './prober.ts';

/** No backend has anything of that name. */
const nowhere = 'noSuchThing';

/** As `nowhere`, and as much like a name as can be: for backends that say "did you mean …?". Of the same length, for those that cut off what they repeat. */
function near(name: string): string {
  return name.slice(0, -1) + (name.endsWith('q') ? 'x' : 'q');
}

/** Names that no backend knows, to be sent in place of `names`. */
export function strangers(names: readonly string[]): readonly [far: string, ...near: string[]] {
  return [nowhere, ...names.map(near)];
}

export interface Known {
  name: string;
  /** Whether the backend answers the other names in the same way. */
  several: boolean;
}

/**
 * Finds the name a backend knows.
 * @param send sends a request with this name in it; what else it holds must always be the same
 * @returns `undefined` when nothing tells
 */
export async function knownName(
  names: readonly string[],
  send: (name: string) => Promise<Answer>,
): Promise<Known | undefined> {
  const [far] = strangers(names);
  const same = [...names, ...strangers(names)];
  const unknown = await send(far);
  const differing: { name: string; answer: Answer }[] = [];
  for (const name of names) {
    const answer = await send(name);
    if (isSame(answer, unknown, same)) continue;
    if (!isSame(answer, await send(near(name)), same)) differing.push({ name, answer });
  }
  const chosen = choose(differing, unknown, names, same);
  if (!chosen) return undefined;
  // What does not come again was chance: a time, a counter, a limit that was reached meanwhile.
  const again = isSame(chosen.answer, await send(chosen.name), same);
  if (!again || !isSame(unknown, await send(far), same)) return undefined;
  return { name: chosen.name, several: differing.length > 1 && isAlike(differing, same) };
}

type Differing = readonly { name: string; answer: Answer }[];

function choose(differing: Differing, unknown: Answer, names: readonly string[], same: string[]) {
  if (differing.length <= 1 || isAlike(differing, same)) return differing[0];
  // A strict parser may have different words for each name it does not know; then it repeats the name.
  const [far] = strangers(names);
  if (!mentions(unknown, far)) return undefined;
  const silent = differing.filter(({ name, answer }) => !mentions(answer, name));
  return silent.length === 1 ? silent[0] : undefined;
}

function isAlike([first, ...others]: Differing, same: readonly string[]): boolean {
  return others.every(({ answer }) => first && isSame(answer, first.answer, same));
}

/** Whether an answer contains a name as a word. */
export function mentions({ text }: Answer, name: string): boolean {
  return wordsOf(text).includes(name.toLowerCase());
}

/**
 * Whether two answers say the same.
 * @param names stand for each other: it makes no difference which one an answer repeats
 */
export function isSame(one: Answer, other: Answer, names: readonly string[] = []): boolean {
  return one.status === other.status && meaning(one, names) === meaning(other, names);
}

/** Its words without those that change from request to request, in an order of their own: lists may be sorted by name. */
function meaning({ text }: Answer, names: readonly string[]): string {
  const alike = new Set(names.map((name) => name.toLowerCase()));
  const words = wordsOf(text).map((word) => (alike.has(word) ? '*' : /\d/.test(word) ? '#' : word));
  return words.sort().join(' ');
}

/** The groups of an id, some of which have no digit. */
const id = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

function wordsOf(text: string): string[] {
  const lower = text.toLowerCase().replace(id, '0');
  return lower.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
