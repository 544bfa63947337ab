/** Who comes: not everybody walks the whole way. */

export const kinds = ['read', 'register', 'exam', 'whole'] as const;
/** Reads the public pages, registers and stops, goes through the exam, walks the whole journey. */
export type Kind = (typeof kinds)[number];

export const aboutKinds: Readonly<Record<Kind, string>> = {
  read: 'the public pages only',
  register: 'until the registration',
  exam: 'until the exam',
  whole: 'the whole journey',
};

/** How many of each there are among all; whole numbers. */
export type Mix = Readonly<Partial<Record<Kind, number>>>;

/**
 * @returns who comes in turn, over and over: at any time of each kind as many as its share asks, give or take one
 */
export function turnsOf(mix: Mix): readonly Kind[] {
  const wanted = kinds.map((kind) => ({ kind, share: mix[kind] ?? 0, given: 0 }));
  const all = wanted.reduce((sum, { share }) => sum + share, 0);
  return Array.from({ length: all }, (_, at) => {
    const lack = ({ share, given }: { share: number; given: number }) =>
      share * (at + 1) - given * all;
    const next = wanted.reduce((most, one) => (lack(one) > lack(most) ? one : most));
    next.given += 1;
    return next.kind;
  });
}

/** Reads e.g. `read=70,register=20,exam=10`. @throws {Error} that says what is known */
export function parseMix(text: string): Mix {
  const mix: Partial<Record<Kind, number>> = {};
  for (const part of text.split(',')) {
    const [, name, share] = /^\s*(\w+)\s*=\s*(\d{1,4})\s*%?\s*$/.exec(part) ?? [];
    const kind = kinds.find((one) => one === name);
    if (!kind || mix[kind] !== undefined) throw new Error(known);
    mix[kind] = Number(share);
  }
  if (Object.values(mix).every((share) => share === 0)) throw new Error(known);
  return mix;
}

const known = `It must be KIND=SHARE, e.g. read=70,register=20,exam=10, each kind once. Kinds: ${kinds.map((kind) => `${kind} (${aboutKinds[kind]})`).join(', ')}.`;
