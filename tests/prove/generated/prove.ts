/**
 * Runs the checks against generated faults. One healthy run is observed first: which faults in answers would ever change
 * one, and which values an applicant can know. A fault that changes nothing there cannot show in a run of its own.
 */
import type { Call, Fault } from '@one-planet/mocks';
import type { z } from 'zod';
import { catalogue } from '../../../cli/src/checks/catalogue.ts';
import { findFirstFailure, runOnMock } from '../mock-server.ts';
import { runInProcesses } from '../process-pool.ts';
import { generated, isKnownGap, reasonFor } from './all-faults.ts';
import { type Breaker, classes, type Generated } from './generated-fault.ts';
import { absent, fields, pathName, plain, subjectOf, valuesAt } from './response-faults.ts';

export interface Trace {
  /** Names of the faults in answers that made a difference. */
  effective: readonly string[];
  /** Names of those among them whose answers break the contract's schema: none of them is tolerated. */
  malformed: readonly string[];
  /** Fields, `operation path`, whose values are nowhere else: not in a request, not in another field. */
  unknowable: readonly string[];
}

interface Watched {
  name: string;
  breakIt: Breaker;
  isTolerated: boolean;
}

function watch(faults: readonly Generated[]): { fault: Fault; trace: () => Trace } {
  const waiting = new Map<string, Watched[]>();
  for (const { name, operation = '', breaker, tolerated } of faults) {
    if (!breaker) continue;
    const one = { name, breakIt: breaker(), isTolerated: tolerated !== undefined };
    waiting.set(operation, [...(waiting.get(operation) ?? []), one]);
  }
  const effective = new Set<string>();
  const malformed: string[] = [];
  const occurrences = new Occurrences();
  const fault: Fault = {
    name: 'watched',
    sentence: 'Nothing is wrong: every answer is looked at.',
    handle: async (call, next) => {
      occurrences.request(call);
      const answer = await next();
      if (answer.status >= 300) return answer;
      const { name } = call.operation;
      const body = plain(answer.body);
      const subject = subjectOf(call);
      occurrences.answer(name, body);
      const schema = call.operation.route.responses[answer.status] as z.ZodTypeAny;
      const open = (waiting.get(name) ?? []).filter((one) => {
        const broken = one.breakIt(body, subject);
        if (broken === body) return true;
        effective.add(one.name);
        if (!one.isTolerated) return false;
        const isBroken = !schema.safeParse(broken).success;
        if (isBroken) malformed.push(one.name);
        return !isBroken;
      });
      waiting.set(name, open);
      return answer;
    },
  };
  return {
    fault,
    trace: () => ({
      effective: [...effective].sort(),
      malformed,
      unknowable: occurrences.unknowable(),
    }),
  };
}

/** Shorter texts are in others by chance. */
const leastLength = 4;
/** A part of a value says what it is when it is a quarter of it: one of the names in a whole name. */
const leastShare = 4;

/** Where values occurred. */
class Occurrences {
  readonly #sent = new Set<string>();
  readonly #answered = new Map<string, Set<string>>();

  request({ params, body }: Call): void {
    for (const value of leaves([params, body])) this.#sent.add(value);
  }

  answer(operation: string, body: unknown): void {
    for (const { path } of fields.filter((one) => one.operation === operation)) {
      const name = `${operation} ${pathName(path)}`;
      const known = this.#answered.get(name) ?? new Set();
      for (const value of valuesAt(body, path)) for (const leaf of leaves(value)) known.add(leaf);
      this.#answered.set(name, known);
    }
  }

  unknowable(): string[] {
    return fields
      .map(({ operation, path }) => `${operation} ${pathName(path)}`)
      .filter((field) => {
        const own = [...(this.#answered.get(field) ?? [])];
        return own.length > 0 && !own.some((value) => this.#isElsewhere(value, field));
      });
  }

  /** A field and what it is part of, in the same answer, are one place. */
  #isElsewhere(value: string, field: string): boolean {
    if (this.#isSent(value)) return true;
    const [operation = ''] = field.split(' ');
    return [...this.#answered].some(
      ([other, values]) => !other.startsWith(`${operation} `) && values.has(value),
    );
  }

  #isSent(value: string): boolean {
    if (this.#sent.has(value)) return true;
    return value.length >= leastLength && [...this.#sent].some((one) => isPart(one, value));
  }
}

function isPart(one: string, value: string): boolean {
  const isEnough = one.length >= leastLength && one.length * leastShare >= value.length;
  return isEnough && value.includes(one);
}

function leaves(value: unknown): string[] {
  if (value === absent || value === undefined || value === null || value === '') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(leaves);
  return [String(value).trim().toLowerCase()];
}

/** Outcomes, with what each says. */
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
  /** The check that failed, or why it is not caught. */
  by?: string;
}

async function traceHealthy(): Promise<Trace> {
  const { fault, trace } = watch(generated);
  const failed = await runOnMock({ additionalFaults: [fault] }, (runContext) =>
    findFirstFailure(runContext),
  );
  if (failed) throw new Error(`The healthy mock fails ${failed}: nothing can be proved.`);
  return trace();
}

/** @returns what is known without a run of its own */
function withoutRun(
  { name, breaker, unobservable }: Generated,
  { effective }: Trace,
): GeneratedProof | undefined {
  if (unobservable) return { name, outcome: 'unknowable', by: unobservable };
  return breaker && !effective.includes(name) ? { name, outcome: 'same' } : undefined;
}

export async function proveGenerated(one: Generated, trace: Trace): Promise<GeneratedProof> {
  const known = withoutRun(one, trace);
  if (known) return known;
  const { name } = one;
  const isTolerated = one.tolerated !== undefined && !trace.malformed.includes(name);
  const counts = { effect: 0, tried: 0, triable: 0 };
  const count = (note: keyof typeof counts) => () => {
    counts[note] += 1;
  };
  const fault = one.make({
    effect: count('effect'),
    tried: count('tried'),
    triable: count('triable'),
  });
  const additionalFaults = [{ ...fault, name, sentence: name }];
  const run = runOnMock({ additionalFaults }, (runContext) =>
    findFirstFailure(runContext, { isFirst: ({ operation }) => operation === one.operation }),
  );
  const by = await run.catch((error: unknown) => new Error('crash', { cause: error }));
  if (by instanceof Error) return { name, outcome: 'crash', by: String(by.cause) };
  if (by) return { name, outcome: isTolerated ? outcomeOfTolerated(by) : 'caught', by };
  if (isTolerated) return { name, outcome: 'tolerated' };
  if (counts.effect === 0) {
    const isUntried = one.isProvoked && counts.triable > 0 && counts.tried === 0;
    return isUntried ? { name, outcome: 'missed', by: 'nobody tried' } : { name, outcome: 'same' };
  }
  const isHidden = one.keepsForm && one.field && trace.unknowable.includes(one.field);
  return { name, outcome: isHidden ? 'unknowable' : 'missed' };
}

/** A check of level should gives advice: a backend may differ from it. */
function outcomeOfTolerated(by: string): Outcome {
  return catalogue.find(({ id }) => id === by)?.level === 'should' ? 'tolerated' : 'alarm';
}

export interface Task {
  name: string;
  trace: Trace;
}

/** A healthy run takes seconds, and a fault may make it wait for mail that does not come. */
const timeoutMs = 240_000;

/** @param onProof gets each result as it comes, and how many there are */
export async function proveMany(
  faults: readonly Generated[],
  processes: number,
  onProof: (proof: GeneratedProof, done: number) => void,
): Promise<GeneratedProof[]> {
  const trace = await traceHealthy();
  return runInProcesses<Task, GeneratedProof>(
    faults.map(({ name }) => ({ name, trace })),
    {
      processCount: processes,
      module: new URL('../worker.ts', import.meta.url),
      timeoutMs,
      resultOfLostTask: ({ name }, why) => ({ name, outcome: 'crash', by: why }),
      onResult: (proof, _, done) => onProof(proof, done),
    },
  );
}

/** Counts what was caught, or missed without a reason. */
export function countsOf(proofs: readonly GeneratedProof[]) {
  const explained = proofs.filter(
    ({ name, outcome }) => outcome === 'missed' && reasonFor(name) !== undefined,
  );
  const caught = proofs.filter(({ outcome }) => outcome === 'caught');
  const wrong = proofs.filter(
    (one) => ['missed', 'alarm', 'crash'].includes(one.outcome) && !explained.includes(one),
  );
  return { matter: caught.length + wrong.length, caught: caught.length, explained, wrong };
}

/** Outcomes that fail the proof: all that went wrong and is not a known gap. */
export function failuresOf(proofs: readonly GeneratedProof[]): GeneratedProof[] {
  return countsOf(proofs).wrong.filter(
    ({ name, outcome }) => outcome !== 'missed' || !isKnownGap(name),
  );
}

/** The part of docs/detection.md about generated faults: figures by class, and what was missed. */
export function generatedMarkdown(proofs: readonly GeneratedProof[]): string {
  const rows = Object.entries(classes).map(([kind, derived]) =>
    tableRow(
      kind,
      derived,
      proofs.filter(({ name }) => name.startsWith(`${kind}/`)),
    ),
  );
  const count = (outcome: string) => proofs.filter((one) => one.outcome === outcome).length;
  const { wrong } = countsOf(proofs);
  return [
    ...[
      '| Class | What is derived | Made | Matter | Caught | Missed for a reason |',
      '|---|---|---|---|---|---|',
    ],
    ...rows,
    tableRow('**all**', '', proofs),
    '',
    ...Object.entries(outcomes).map(
      ([outcome, words]) => `- ${outcome}, ${count(outcome)}: ${words}`,
    ),
    '',
    `Missed: ${wrong.map(({ name, outcome }) => `\`${name}\`${outcome === 'missed' ? '' : ` (${outcome})`}`).join(', ') || 'none'}.`,
  ].join('\n');
}

function tableRow(kind: string, derived: string, proofs: readonly GeneratedProof[]): string {
  const { matter, caught, explained } = countsOf(proofs);
  return `| ${[kind, derived, proofs.length, matter, caught, explained.length].join(' | ')} |`;
}
