/**
 * Runs the checks against generated faults. First it observes one healthy run: which faults in responses would change a
 * response of it, and which values a client can know. A fault that would change none needs no run of its own.
 */
import type { Call, Fault } from '@one-planet/mocks';
import type { z } from 'zod';
import { catalogue } from '../../../cli/src/backend-checks/catalogue.ts';
import { findFirstFailure, runOnMock } from '../mock-server.ts';
import { runInProcesses } from '../process-pool.ts';
import { generatedFaults, isKnownGap, reasonFor } from './all-faults.ts';
import { type BodyBreaker, faultClasses, type GeneratedFault } from './generated-fault.ts';
import { absent, fields, pathName, subjectOf, toPlainJson, valuesAt } from './response-faults.ts';

/** What was observed in the healthy run. */
export interface Trace {
  /** Names of the faults in responses that would have changed a response. */
  effectiveFaults: readonly string[];
  /** Names of the tolerated faults that would have broken the contract's schema, and are not tolerated for that. */
  malformedFaults: readonly string[];
  /** Fields, as `operation path`, whose values occurred in no request and in no response of another operation. */
  unknowableFields: readonly string[];
}

interface ObservedFault {
  name: string;
  breakBody: BodyBreaker;
  isTolerated: boolean;
}

/** @returns a fault that changes nothing and observes the responses, and a function that returns what it observed */
function observeRun(faults: readonly GeneratedFault[]): { fault: Fault; trace: () => Trace } {
  const pendingFaults = new Map<string, ObservedFault[]>();
  for (const { name, operation = '', createBreaker, toleratedBecause } of faults) {
    if (!createBreaker) continue;
    const observedFault = {
      name,
      breakBody: createBreaker(),
      isTolerated: toleratedBecause !== undefined,
    };
    pendingFaults.set(operation, [...(pendingFaults.get(operation) ?? []), observedFault]);
  }
  const effectiveFaults = new Set<string>();
  const malformedFaults: string[] = [];
  const occurrences = new Occurrences();
  const fault: Fault = {
    name: 'watched',
    sentence: 'Nothing is wrong: every response is observed.',
    wrapHandler: async (call, next) => {
      occurrences.addRequest(call);
      const result = await next();
      if (result.status >= 300) return result;
      const { name } = call.operation;
      const body = toPlainJson(result.body);
      const subject = subjectOf(call);
      occurrences.addResponse(name, body);
      const schema = call.operation.route.responses[result.status] as z.ZodTypeAny;
      const stillPending = (pendingFaults.get(name) ?? []).filter((pendingFault) => {
        const brokenBody = pendingFault.breakBody(body, subject);
        if (brokenBody === body) return true;
        effectiveFaults.add(pendingFault.name);
        if (!pendingFault.isTolerated) return false;
        const isMalformed = !schema.safeParse(brokenBody).success;
        if (isMalformed) malformedFaults.push(pendingFault.name);
        return !isMalformed;
      });
      pendingFaults.set(name, stillPending);
      return result;
    },
  };
  return {
    fault,
    trace: () => ({
      effectiveFaults: [...effectiveFaults].sort(),
      malformedFaults,
      unknowableFields: occurrences.findUnknowable(),
    }),
  };
}

/** Shorter texts occur in others by chance. */
const minLength = 4;
/** A text counts as a part of a value that is at most four times as long: a first name in a full name. */
const maxTimesLonger = 4;

/** Records in which requests and response fields values occurred. */
class Occurrences {
  readonly #requestValues = new Set<string>();
  readonly #valuesByField = new Map<string, Set<string>>();

  addRequest({ params, body }: Call): void {
    for (const value of leafTexts([params, body])) this.#requestValues.add(value);
  }

  addResponse(operation: string, body: unknown): void {
    for (const { path } of fields.filter((field) => field.operation === operation)) {
      const name = `${operation} ${pathName(path)}`;
      const values = this.#valuesByField.get(name) ?? new Set();
      for (const value of valuesAt(body, path))
        for (const leaf of leafTexts(value)) values.add(leaf);
      this.#valuesByField.set(name, values);
    }
  }

  findUnknowable(): string[] {
    return fields
      .map(({ operation, path }) => `${operation} ${pathName(path)}`)
      .filter((field) => {
        const fieldValues = [...(this.#valuesByField.get(field) ?? [])];
        return (
          fieldValues.length > 0 && !fieldValues.some((value) => this.#isElsewhere(value, field))
        );
      });
  }

  /** Fields of the same operation do not count as elsewhere: a field and the object around it have the same values. */
  #isElsewhere(value: string, field: string): boolean {
    if (this.#isSent(value)) return true;
    const [operation = ''] = field.split(' ');
    return [...this.#valuesByField].some(
      ([otherField, values]) => !otherField.startsWith(`${operation} `) && values.has(value),
    );
  }

  #isSent(value: string): boolean {
    if (this.#requestValues.has(value)) return true;
    return (
      value.length >= minLength &&
      [...this.#requestValues].some((sentValue) => isLargePart(sentValue, value))
    );
  }
}

function isLargePart(part: string, value: string): boolean {
  const isLarge = part.length >= minLength && part.length * maxTimesLonger >= value.length;
  return isLarge && value.includes(part);
}

function leafTexts(value: unknown): string[] {
  if (value === absent || value === undefined || value === null || value === '') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(leafTexts);
  return [String(value).trim().toLowerCase()];
}

/** The outcomes of a proof, with the explanations that docs/detection.md prints. */
const outcomes = {
  caught: 'a check of level must or should failed',
  missed: 'no check failed, though answers were wrong, or nobody tried what the fault allows',
  alarm:
    'a check of level must failed, though the schema takes the answer: to be judged one by one',
  tolerated: 'no check of level must failed, and none may: the contract or the decisions allow it',
  unknowable:
    'no check failed; only the backend knows the right value, which no other answer repeats',
  same: 'it changed nothing in the whole run',
  crash: 'the run ended without a result: a mistake in the checks, or in the fault',
} as const;
type Outcome = keyof typeof outcomes;

export interface GeneratedProof {
  name: string;
  outcome: Outcome;
  /** The id of the check that failed, or the reason why the fault is not caught. */
  detail?: string;
}

async function traceHealthyRun(): Promise<Trace> {
  const { fault, trace } = observeRun(generatedFaults);
  const failedId = await runOnMock({ additionalFaults: [fault] }, (runContext) =>
    findFirstFailure(runContext),
  );
  if (failedId) throw new Error(`The healthy mock fails ${failedId}: nothing can be proved.`);
  return trace();
}

/** @returns the proof of a fault that needs no run of its own, else `undefined` */
function proveWithoutRun(
  { name, createBreaker, unobservableBecause }: GeneratedFault,
  { effectiveFaults }: Trace,
): GeneratedProof | undefined {
  if (unobservableBecause) return { name, outcome: 'unknowable', detail: unobservableBecause };
  return createBreaker && !effectiveFaults.includes(name) ? { name, outcome: 'same' } : undefined;
}

/** Proves one generated fault, in a run of its own if it needs one. */
export async function proveGenerated(
  generatedFault: GeneratedFault,
  trace: Trace,
): Promise<GeneratedProof> {
  const proofWithoutRun = proveWithoutRun(generatedFault, trace);
  if (proofWithoutRun) return proofWithoutRun;
  const { name } = generatedFault;
  const isTolerated =
    generatedFault.toleratedBecause !== undefined && !trace.malformedFaults.includes(name);
  const counts = { effects: 0, probes: 0, opportunities: 0 };
  const count = (kind: keyof typeof counts) => () => {
    counts[kind] += 1;
  };
  const fault = generatedFault.createFault({
    recordEffect: count('effects'),
    recordProbe: count('probes'),
    recordOpportunity: count('opportunities'),
  });
  const additionalFaults = [{ ...fault, name, sentence: name }];
  const run = runOnMock({ additionalFaults }, (runContext) =>
    findFirstFailure(runContext, {
      isTriedFirst: ({ operation }) => operation === generatedFault.operation,
    }),
  );
  const failedId = await run.catch((error: unknown) => new Error('crash', { cause: error }));
  if (failedId instanceof Error) return { name, outcome: 'crash', detail: String(failedId.cause) };
  if (failedId)
    return {
      name,
      outcome: isTolerated ? outcomeOfTolerated(failedId) : 'caught',
      detail: failedId,
    };
  if (isTolerated) return { name, outcome: 'tolerated' };
  if (counts.effects === 0) {
    const isUnprobed = generatedFault.needsProbe && counts.opportunities > 0 && counts.probes === 0;
    return isUnprobed
      ? { name, outcome: 'missed', detail: 'nobody tried' }
      : { name, outcome: 'same' };
  }
  const isHidden =
    generatedFault.keepsSchema &&
    generatedFault.fieldName &&
    trace.unknowableFields.includes(generatedFault.fieldName);
  return { name, outcome: isHidden ? 'unknowable' : 'missed' };
}

/** A backend may differ from a check of level should, which only gives advice. */
function outcomeOfTolerated(failedId: string): Outcome {
  return catalogue.find(({ id }) => id === failedId)?.level === 'should' ? 'tolerated' : 'alarm';
}

/** A fault to be proved in a worker process. */
export interface Task {
  name: string;
  trace: Trace;
}

/** The time limit of a run. A healthy one takes seconds, but a fault can make it wait for a mail that does not come. */
const timeoutMs = 240_000;

/** Proves faults in processes. @param onProof called for each proof @returns the proofs in the order of the faults */
export async function proveMany(
  faults: readonly GeneratedFault[],
  processes: number,
  onProof: (proof: GeneratedProof, doneCount: number) => void,
): Promise<GeneratedProof[]> {
  const trace = await traceHealthyRun();
  return runInProcesses<Task, GeneratedProof>(
    faults.map(({ name }) => ({ name, trace })),
    {
      processCount: processes,
      workerModule: new URL('../worker.ts', import.meta.url),
      timeoutMs,
      resultOfLostTask: ({ name }, reason) => ({ name, outcome: 'crash', detail: reason }),
      onResult: (proof, _, doneCount) => onProof(proof, doneCount),
    },
  );
}

/**
 * Counts the faults that matter: those caught, and the problems (missed without a reason, alarms, crashes).
 * @returns the two counts, the problems, and the missed faults that have a reason
 */
export function countOutcomes(proofs: readonly GeneratedProof[]) {
  const explainedProofs = proofs.filter(
    ({ name, outcome }) => outcome === 'missed' && reasonFor(name) !== undefined,
  );
  const caught = proofs.filter(({ outcome }) => outcome === 'caught');
  const problems = proofs.filter(
    (proof) =>
      ['missed', 'alarm', 'crash'].includes(proof.outcome) && !explainedProofs.includes(proof),
  );
  return {
    relevantCount: caught.length + problems.length,
    caughtCount: caught.length,
    explainedProofs,
    problems,
  };
}

/** @returns the problems that fail the proof: all but the known gaps */
export function findUnexpectedProblems(proofs: readonly GeneratedProof[]): GeneratedProof[] {
  return countOutcomes(proofs).problems.filter(
    ({ name, outcome }) => outcome !== 'missed' || !isKnownGap(name),
  );
}

/** @returns the section of docs/detection.md about generated faults: figures by class, and what was missed */
export function generatedMarkdown(proofs: readonly GeneratedProof[]): string {
  const rows = Object.entries(faultClasses).map(([faultClass, derivation]) =>
    tableRow(
      faultClass,
      derivation,
      proofs.filter(({ name }) => name.startsWith(`${faultClass}/`)),
    ),
  );
  const count = (outcome: string) => proofs.filter((proof) => proof.outcome === outcome).length;
  const { problems } = countOutcomes(proofs);
  return [
    ...[
      '| Class | What is derived | Made | Matter | Caught | Missed for a reason |',
      '|---|---|---|---|---|---|',
    ],
    ...rows,
    tableRow('**all**', '', proofs),
    '',
    ...Object.entries(outcomes).map(
      ([outcome, meaning]) => `- ${outcome}, ${count(outcome)}: ${meaning}`,
    ),
    '',
    `Missed: ${problems.map(({ name, outcome }) => `\`${name}\`${outcome === 'missed' ? '' : ` (${outcome})`}`).join(', ') || 'none'}.`,
  ].join('\n');
}

function tableRow(
  faultClass: string,
  derivation: string,
  proofs: readonly GeneratedProof[],
): string {
  const { relevantCount, caughtCount, explainedProofs } = countOutcomes(proofs);
  return `| ${[faultClass, derivation, proofs.length, relevantCount, caughtCount, explainedProofs.length].join(' | ')} |`;
}
