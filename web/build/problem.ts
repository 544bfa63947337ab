/** What stops the build and can be mended by whoever runs it; the message says in one line how. */
export class BuildProblem extends Error {
  override name = 'BuildProblem';
}

/** @returns the problem that a build told of, also where vite has put it among the errors of its own */
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
