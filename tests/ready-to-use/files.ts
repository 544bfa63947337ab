import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The project's folder. */
export const root = new URL('../../', import.meta.url);

export function read(path: string): Promise<string> {
  return readFile(new URL(path, root), 'utf8');
}

/** @returns every script in a workflow or a job */
export function scripts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /^(run|(before_|after_)?script)$/.test(key) ? [inner].flat().map(String) : scripts(inner),
  );
}

/** Checks a script's syntax without running it. @throws what the shell says */
export function checkShell(shell: 'bash' | 'sh', script: string): void {
  execFileSync(shell, ['-n'], { input: script, stdio: ['pipe', 'ignore', 'pipe'] });
}
