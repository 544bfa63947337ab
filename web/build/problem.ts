/** What stops the build and can be mended by whoever runs it; the message says in one line how. */
export class BuildProblem extends Error {
  override name = 'BuildProblem';
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
