/**
 * What `hideSecrets` has to know of secrets by value: each of them, and its beginnings where a message was cut
 * off in the middle of it ("…").
 */
export function knownSecrets(secrets: readonly unknown[]): string[] {
  return secrets.flatMap((secret) => {
    if (typeof secret !== 'string' || secret === '') return [];
    const lengths = Array.from({ length: Math.max(0, secret.length - 4) }, (_, at) => at + 4);
    return [secret, ...lengths.map((length) => `${secret.slice(0, length)}…`)];
  });
}

const wholeOnes = new WeakMap<readonly string[], readonly string[]>();

/** @returns those of `knownSecrets` that a text may hold: beginnings, of which there are thousands, only where it was cut off */
export function knownIn(text: string, known: readonly string[]): readonly string[] {
  if (/…|%E2%80%A6|\\u2026/i.test(text)) return known;
  const whole = wholeOnes.get(known) ?? known.filter((one) => !one.endsWith('…'));
  wholeOnes.set(known, whole);
  return whole;
}
