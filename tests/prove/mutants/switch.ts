/** The switch that the instrumented code asks: which mutant is awake, and how often each was reached. */

interface Coverage {
  /** How often each mutant was reached while its module was loaded. */
  static: Record<string, number>;
  /** The same for each test; here there is one. */
  perTest: Record<string, Record<string, number>>;
}

interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage: Coverage;
  /** Beyond the limit, reaching the mutant throws: it may be in a loop that never ends. */
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** The instrumented code keeps the object it found first, so there is only this one. */
const shared: Switch = { mutantCoverage: { static: {}, perTest: {} } };
(globalThis as { __stryker__?: Switch }).__stryker__ = shared;

/** @param hits how often a healthy run reaches it */
export function wake(id: string | undefined, hits = 0): void {
  shared.activeMutant = id;
  shared.hitCount = 0;
  shared.hitLimit = hits * 100 + 10_000;
}

/** From here on what is reached is reached by the run, not by loading. */
export function startRun(): void {
  shared.currentTestId = 'run';
}

export function reached(): { whileLoading: string[]; inRun: Record<string, number> } {
  const { static: loading, perTest } = shared.mutantCoverage;
  return { whileLoading: Object.keys(loading), inRun: perTest.run ?? {} };
}
