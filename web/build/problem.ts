import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

/** A mistake that stops the build, and that whoever runs it can mend; the message says in one line how. */
export class BuildProblem extends Error {
  override name = 'BuildProblem';
}

/** @returns the problem that a build threw, also where vite has put it among the errors of its own */
export function problemIn(error: unknown): BuildProblem | undefined {
  if (error instanceof BuildProblem) return error;
  const errors = error instanceof Error && 'errors' in error ? error.errors : undefined;
  return Array.isArray(errors) ? errors.find((one) => one instanceof BuildProblem) : undefined;
}

/** Says something that does not stop the build. */
export function warn(text: string): void {
  console.log(`Note: ${text}`);
}

/** @returns what an error says, on one line */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ');
}

/** The folder of the site's sources and settings. */
export const root = join(import.meta.dirname, '..');
/** Where the site is built, unless another folder is asked for. */
export const dist = join(root, 'dist');
export const configFile = join(root, 'vite.config.ts');

/** A new folder for the build for Node, which renders the pages and is then thrown away. */
export async function makeServerFolder(): Promise<string> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  return await mkdtemp(join(cache, 'prerender-'));
}
