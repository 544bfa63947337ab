/** @returns the known word nearest to a mistyped one, `undefined` when none is near */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate) }))
    .sort((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(2, word.length / 3) ? best.candidate : undefined;
}

/** Levenshtein's, row by row. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next[to] = Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
