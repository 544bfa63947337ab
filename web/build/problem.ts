import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

/** A mistake that stops the build, and that the person who runs it can correct; the message says how in one line. */
export class BuildProblem extends Error {
  override name = 'BuildProblem';
}

/** @returns the problem that a build threw, even if Vite has wrapped it in an error of its own */
export function problemIn(error: unknown): BuildProblem | undefined {
  if (error instanceof BuildProblem) return error;
  const innerErrors = error instanceof Error && 'errors' in error ? error.errors : undefined;
  return Array.isArray(innerErrors)
    ? innerErrors.find((innerError) => innerError instanceof BuildProblem)
    : undefined;
}

/** Prints a note that does not stop the build. */
export function warn(text: string): void {
  console.log(`Note: ${text}`);
}

/** @returns the message of an error, on one line */
export function reasonOf(error: unknown): string {
  const errorText = error instanceof Error ? error.message : String(error);
  return errorText.replace(/\s+/g, ' ');
}

/** The folder of the site's sources and settings. */
export const webFolder = join(import.meta.dirname, '..');
/** The folder into which the site is built by default. */
export const defaultOutFolder = join(webFolder, 'dist');
export const viteConfigPath = join(webFolder, 'vite.config.ts');

/** Makes a folder for the build for Node, which renders the pages and is deleted afterwards. */
export async function makeServerFolder(): Promise<string> {
  const cacheFolder = join(webFolder, 'node_modules/.cache');
  await mkdir(cacheFolder, { recursive: true });
  return await mkdtemp(join(cacheFolder, 'prerender-'));
}
