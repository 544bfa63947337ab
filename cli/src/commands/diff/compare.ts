/** Two journeys, step by step. */
import type { Exchange } from '@one-planet/sdk';
import type { StepResult } from '../../applicant/journey/result.ts';
import { compareShapes, shapeOf } from '../../report/shape.ts';

/** A step as one backend walked it. */
export interface WalkedStep {
  result: StepResult;
  exchanges: readonly Exchange[];
}

export interface Difference {
  step: string;
  operation?: string;
  kind: 'outcome' | 'state' | 'status' | 'shape' | 'calls';
  /** What both have, `first | second`. */
  what: string;
}

export function compareJourneys(
  first: readonly WalkedStep[],
  second: readonly WalkedStep[],
): Difference[] {
  const differences: Difference[] = [];
  for (let at = 0; at < Math.max(first.length, second.length); at++) {
    const ofStep = compareSteps(first[at], second[at]);
    differences.push(...ofStep);
    // One of them went no further: what follows is not to be compared.
    if (ofStep.some(({ kind }) => kind === 'outcome')) break;
  }
  return differences;
}

function compareSteps(a: WalkedStep | undefined, b: WalkedStep | undefined): Difference[] {
  const step = (a ?? b)?.result.id ?? '';
  if (!a || !b) {
    return [{ step, kind: 'outcome', what: a ? 'walked | not reached' : 'not reached | walked' }];
  }
  const differences: Difference[] = [];
  const add = (kind: Difference['kind'], one: unknown, other: unknown) => {
    if (one !== other)
      differences.push({ step, kind, what: `${one ?? 'none'} | ${other ?? 'none'}` });
  };
  add('outcome', a.result.outcome, b.result.outcome);
  add('state', a.result.after, b.result.after);
  const answered = (one: Exchange) => one.status !== undefined;
  const calls = compareCalls(step, a.exchanges.filter(answered), b.exchanges.filter(answered));
  return [...differences, ...calls];
}

function compareCalls(
  step: string,
  first: readonly Exchange[],
  second: readonly Exchange[],
): Difference[] {
  const operations = [...new Set([...first, ...second].map(({ operation }) => operation))];
  return operations.flatMap((operation): Difference[] => {
    const [a, b] = [first, second].map((all) => all.findLast((one) => one.operation === operation));
    const common = { step, operation };
    if (!a || !b)
      return [
        {
          ...common,
          kind: 'calls',
          what: a ? 'called | not called' : 'not called | called',
        },
      ];
    const status: Difference[] =
      a.status === b.status
        ? []
        : [{ ...common, kind: 'status', what: `${a.status} | ${b.status}` }];
    const shapes = compareShapes(shapeOf(a.answerText), shapeOf(b.answerText));
    return [...status, ...shapes.map((what): Difference => ({ ...common, kind: 'shape', what }))];
  });
}
