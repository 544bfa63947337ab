/** Where in a mail a password stands, when nobody has said: behind a label, on a line of its own, set apart. */

/** The word, in English and Amharic, and what may stand between it and the password. */
const labelled =
  /(?<!\p{L})(?:pass\s?(?:word|code)|ይለፍ\s?ቃል|የይለፍ\s?ቃል)[^\s:：፦፡=]*(?<between>[^:：፦፡=\n]{0,60}?)(?:[:：፦፡=]+|(?<!\p{L})(?:is|ነው)(?!\p{L}))\s*(?<value>\S+)/giu;

/** What may be the password. */
export interface Candidate {
  value: string;
  /** The greater, the likelier. */
  weight: number;
}

/**
 * @param parts the same mail as text and as its HTML is read
 * @param marked what the HTML sets apart, e.g. in bold
 * @returns candidates, the most likely first
 */
export function likelyPasswords(parts: readonly string[], marked: readonly string[]): Candidate[] {
  const found = [
    ...parts.flatMap((part) => [
      ...[...part.matchAll(labelled)].map(({ groups }) => weigh(groups?.value ?? '', 5)),
      ...part.split(/\r?\n/).map((line) => weigh(line.trim(), 4)),
      ...part.split(/\s+/).map((word) => weigh(word, 0)),
    ]),
    ...marked.map((text) => weigh(text, 3)),
  ];
  return found
    .flat()
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
}

/** One place: its text as it stands, and without what belongs to the sentence around it. */
function weigh(text: string, place: number): Candidate[] {
  const inner = text.replace(/^["'“‘«(<]+|["'”’»)>.,;:!?።፣]+$/gu, '');
  const values = inner === text ? [text] : [inner, text];
  return values.flatMap((value, at) => {
    if (!/^\S{3,64}$/.test(value) || /:\/\/|^www\./.test(value)) return [];
    return [{ value, weight: place + likeness(value) - at }];
  });
}

/** How much a word looks like a password rather than like a word. */
function likeness(value: string): number {
  const kinds = [/\d/, /\p{Lu}/u, /\p{Ll}/u, /[^\p{L}\p{M}\p{N}]/u].filter((kind) =>
    kind.test(value),
  );
  // An address; "Login", "safe": letters alone, the first one perhaps in upper case.
  if (/^[^@]+@[^@]+\.[^@]+$/.test(value)) return -3;
  if (/^\p{L}\p{M}?[\p{Ll}\p{Lo}\p{M}]*$/u.test(value)) return -4;
  return kinds.length - 2;
}
