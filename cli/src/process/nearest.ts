/** The one "did you mean" of the CLI's own words; options and commands are suggested by commander itself. */

/**
 * @returns the candidate most like a word, whatever its case; `undefined` when none is near: at most three slips
 * (letters missing, added, changed or swapped), and fewer than half of the letters
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = 4;
  for (const candidate of candidates) {
    const slips = distance(word.toLowerCase(), candidate.toLowerCase());
    if (slips < least && slips * 2 < Math.max(word.length, candidate.length)) {
      best = candidate;
      least = slips;
    }
  }
  return best;
}

/** @returns ` (did you mean "near"?)`, or nothing: to follow what is said of an unknown word */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = nearest(word, candidates);
  return near === undefined ? '' : ` (did you mean "${near}"?)`;
}

/** Damerau and Levenshtein's distance (each pair of letters swapped at most once). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + cost,
        swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
}
