import { hidden, hideSecrets } from '@one-planet/sdk';

/**
 * Hides what looks like a secret among the words of a command: `--password abc`, `API_KEY=abc`, the user part of
 * an address, and whatever `hideSecrets` knows by its form.
 */
export function hideWords(words: readonly string[]): string[] {
  return words.map((word, at) => {
    const before = words[at - 1] ?? '';
    if (/^-/.test(before) && !before.includes('=') && isSecretName(before)) return hidden;
    const assignment = /^([\w.-]+)=(.*)$/s.exec(word);
    if (assignment && isSecretName(assignment[1] as string)) return `${assignment[1]}=${hidden}`;
    return hideSecrets(word.replace(/(:\/\/)[^/@\s]+@/g, `$1${hidden}@`));
  });
}

/** By the part of the name that says what it is: `--imap-password`, `API_KEY`, `GITHUB_TOKEN`. */
function isSecretName(name: string): boolean {
  const parts = name.split(/[-_.]+/).filter(Boolean);
  return parts.some(
    (part) => /^(key|pass|passwd|pwd|auth|credentials?|pat|apikey)$/i.test(part) || isHidden(part),
  );
}

function isHidden(name: string): boolean {
  return hideSecrets({ [name]: 'value' })[name] === hidden;
}
