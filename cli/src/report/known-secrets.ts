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
