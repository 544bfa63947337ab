/** What a difference between two OpenAPI documents does, and to whom. */

/**
 * `clients` were written against the old document and meet a backend that keeps the new one; `backends` kept the
 * old document and meet clients of the new one, the site and `admissions check` among them.
 */
export type Party = 'clients' | 'backends';

/** What goes to the backend, or what comes from it. */
export type Side = 'request' | 'answer';

/**
 * What a difference does to the set of what may be said: less is allowed, more is, something must be there now or
 * no longer, some of both, a field is gone that could or had to be there, it cannot be judged, or nothing happens.
 */
export type Effect =
  | 'narrowed'
  | 'widened'
  | 'required'
  | 'optional'
  | 'changed'
  | 'removed'
  | 'requiredRemoved'
  | 'unjudged'
  | 'harmless';

/** A difference of two schemas, whichever way they travel. */
export interface Difference {
  /** Of the field, e.g. `roles[].name`; empty for the whole. */
  path: string;
  /** e.g. `minLength 1 → 8` */
  what: string;
  effect: Effect;
}

/** A difference of one operation. */
export interface Change {
  /** e.g. `request password`; empty for the operation itself. */
  where: string;
  what: string;
  /** Nobody, when it breaks nothing. */
  breaks: readonly Party[];
  /** `false` for what cannot be judged; it counts as breaking both. */
  judged: boolean;
  /** How it breaks them; empty when it does not. */
  why: string;
}

type Verdict = Omit<Change, 'where' | 'what'>;

const both: readonly Party[] = ['clients', 'backends'];
const breaks = (parties: readonly Party[], why: string): Verdict => ({
  breaks: parties,
  judged: true,
  why,
});
const unjudged: Verdict = {
  breaks: both,
  judged: false,
  why: 'this cannot be judged, so it counts as breaking',
};
const harmless: Verdict = { breaks: [], judged: true, why: '' };

const verdicts: Record<Side, Record<Effect, Verdict>> = {
  request: {
    narrowed: breaks(['clients'], 'they may still send what is refused now'),
    widened: breaks(['backends'], 'they may refuse what clients may send now'),
    required: breaks(['clients'], 'they may leave it out, and are refused now'),
    optional: breaks(['backends'], 'they may refuse requests without it'),
    changed: breaks(both, 'what one may send, the other may refuse'),
    removed: breaks(['clients'], 'what they send there is no longer read'),
    requiredRemoved: breaks(both, 'what clients send there is no longer read; backends ask for it'),
    unjudged,
    harmless,
  },
  answer: {
    narrowed: breaks(['backends'], 'they may still answer what is not allowed now'),
    widened: breaks(['clients'], 'they may get what they do not expect'),
    required: breaks(['backends'], 'they may leave out what is promised now'),
    optional: breaks(['clients'], 'they count on it, and may not get it'),
    changed: breaks(both, 'what one may answer, the other does not expect'),
    removed: breaks(['clients'], 'they expect it, and it is gone'),
    requiredRemoved: breaks(['clients'], 'they expect it, and it is gone'),
    unjudged,
    harmless,
  },
};

/** @returns the difference as a change of what travels on this side */
export function changeOn(side: Side, where: string, { path, what, effect }: Difference): Change {
  return { where: [where, path].filter(Boolean).join(' '), what, ...verdicts[side][effect] };
}

/** @returns a change whose consequence is known without a side */
export function change(
  where: string,
  what: string,
  parties: readonly Party[] = [],
  why = '',
): Change {
  return { where, what, breaks: parties, judged: true, why };
}

/** @returns a change that cannot be judged */
export function unclear(where: string, what: string): Change {
  return { where, what, ...unjudged };
}
