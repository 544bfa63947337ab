/**
 * One healthy run, watched: which faults in answers would ever change one, and which values an applicant can know.
 * A fault that changes nothing in it cannot show in a run of its own, which would be the same run.
 */
import type { Call, Fault } from '@one-planet/mocks';
import type { z } from 'zod';
import { plain, subjectOf } from './answers.ts';
import { fields, pathName } from './fields.ts';
import type { Breaker, Generated } from './generated.ts';
import { absent, valuesAt } from './places.ts';

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

export function watch(faults: readonly Generated[]): { fault: Fault; trace: () => Trace } {
  const waiting = new Map<string, Watched[]>();
  for (const { name, operation = '', breaker, tolerated } of faults) {
    if (!breaker) continue;
    const one = { name, breakIt: breaker(), isTolerated: tolerated !== undefined };
    waiting.set(operation, [...(waiting.get(operation) ?? []), one]);
  }
  const effective = new Set<string>();
  const malformed: string[] = [];
  const seen = new Seen();
  const fault: Fault = {
    name: 'watched',
    sentence: 'Nothing is wrong: every answer is looked at.',
    handle: async (call, next) => {
      seen.request(call);
      const answer = await next();
      if (answer.status >= 300) return answer;
      const { name } = call.operation;
      const body = plain(answer.body);
      const subject = subjectOf(call);
      seen.answer(name, body);
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
      unknowable: seen.unknowable(),
    }),
  };
}

/** Shorter texts are in others by chance. */
const leastLength = 4;
/** A part of a value says what it is when it is a quarter of it: one of the names in a whole name. */
const leastShare = 4;

/** Where values were seen. */
class Seen {
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
