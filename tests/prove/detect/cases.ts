/** Backends for `detect`: a mixture of dialects, and a style of saying no. Both are drawn from all there are. */
import { type Dialect, dialectSettings, type Reading, writeDialect } from '@one-planet/contract';
import { type Dice, dice } from './random.ts';

/** How backends differ when something is wrong. */
export const styleChoices = {
  /** A strict parser refuses fields it does not know; a lenient one ignores them. */
  parser: ['lenient', 'strict'],
  /** Which of the problems are named. */
  names: ['one', 'all', 'none'],
  form: ['message', 'problem', 'text', 'empty'],
  /** Whether a problem names its field as it is written on the wire. */
  fields: ['quoted', 'labelled'],
  wrongInput: [400, 422],
  unknownPath: [404, 401],
  wrongMethod: [405, 404],
  /** In which order fields are looked at. */
  order: ['contract', 'reversed', 'alphabetical'],
  /** Unknown fields are looked for before or after the rules. */
  strangers: ['first', 'last'],
  /** What stands in a refusal besides. */
  extra: ['nothing', 'echo', 'suggestion', 'changing', 'random'],
  /** Whether accounts and tokens are looked up before the rest of the body is read. */
  lookup: ['late', 'early'],
  /** Whether an operation is found on the paths below its own as well. */
  routing: ['exact', 'prefix'],
  /** Whether a body is read before the path is looked up. */
  parsing: ['late', 'early'],
  /** What the paths of other readings answer: nothing is there, or something was (410). */
  leftovers: ['none', 'gone'],
  /** Whether some requests are refused for a moment (429). */
  limit: ['none', 'passing'],
} as const;
export type Style = {
  -readonly [K in keyof typeof styleChoices]: (typeof styleChoices)[K][number];
};

export interface Case {
  seed: number;
  dialect: Dialect;
  style: Style;
}

/** @returns a backend; the same one each time */
export function caseOf(seed: number): Case {
  const from = dice(seed);
  return { seed, dialect: mixture(from), style: styleOf(from) };
}

function mixture({ pick }: Dice): Dialect {
  return writeDialect(
    dialectSettings.map((setting) => {
      const { readings } = setting;
      return [setting, pick(readings.length > 1 ? readings : [readings[0], ownPath(readings[0])])];
    }),
  );
}

/** A path that no specification has. */
function ownPath(canonical: Reading): string {
  return String(canonical).replace(/[^/]+(?=(?:\/:\w+)?$)/, (name) => `our_${name}`);
}

function styleOf({ pick }: Dice): Style {
  const entries = Object.entries(styleChoices).map(([name, choices]) => [
    name,
    pick<string | number>(choices),
  ]);
  return Object.fromEntries(entries) as Style;
}
