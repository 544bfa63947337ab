/**
 * Pairs the members of two lists that are alike.
 * @returns what has no match: gone from the first, come in the second
 */
export function matchUp<T>(
  old: readonly T[],
  fresh: readonly T[],
  alike: (a: T, b: T) => boolean,
): { gone: T[]; come: T[] } {
  const come = [...fresh];
  const gone = old.filter((one) => {
    const at = come.findIndex((other) => alike(one, other));
    if (at >= 0) come.splice(at, 1);
    return at < 0;
  });
  return { gone, come };
}
