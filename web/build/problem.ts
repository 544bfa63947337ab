import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

/** A mistake that stops the build, and that the person who runs it can correct; the message says how in one line. */
export class BuildProblem extends Error {
  override name = 'BuildProblem';
}

/** @returns the problem that a build threw, even if Vite has wrapped it in an error of its own */
export function problemIn(error: unknown): BuildProblem | undefined {
  if (error instanceof BuildProblem) return error;
  const errors = error instanceof Error && 'errors' in error ? error.errors : undefined;
  return Array.isArray(errors)
    ? errors.find((innerError) => innerError instanceof BuildProblem)
    : undefined;
}

/** Prints a note that does not stop the build. */
export function warn(text: string): void {
  console.log(`Note: ${text}`);
}

/** @returns the message of an error, on one line */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ');
}

/** The folder of the site's sources and settings. */
export const root = join(import.meta.dirname, '..');
/** The folder into which the site is built by default. */
export const dist = join(root, 'dist');
export const configFile = join(root, 'vite.config.ts');

/** Makes a folder for the build for Node, which renders the pages and is deleted afterwards. */
export async function makeServerFolder(): Promise<string> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  return await mkdtemp(join(cache, 'prerender-'));
}
