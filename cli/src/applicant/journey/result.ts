/** How a journey and its steps went, and who listens. */
import type { ExitCode } from '../../process/exit.ts';
import type { Failure } from './failure.ts';
import type { Step } from './steps.ts';

export interface StepResult {
  id: string;
  title: string;
  outcome: 'done' | 'failed' | 'waiting' | 'interrupted';
  /** The state before and after, where one could be read. */
  before: string | null;
  after: string | null;
  /** How long it took, in milliseconds. */
  ms: number;
  note: string;
  failure?: Failure;
}

export interface JourneyResult {
  email: string;
  /** The last state that could be read. */
  state: string | null;
  exitCode: ExitCode;
  steps: StepResult[];
  ms: number;
}

/** Who watches a journey. */
export interface StepListener {
  onStart: (step: Pick<Step, 'id' | 'title'>) => void;
  onEnd: (result: StepResult) => void;
}

/** Called for each step that ends, with whether the journey is over. */
export type StepSaver = (result: StepResult, finished: boolean) => void;
