/** Functions that make the kinds of faults of this folder. */
import type { OperationName } from '@one-planet/contract';
import {
  type Behaviour,
  type Fault,
  type Fields,
  type Wrapper,
  wrapsHandler,
} from '../../../mocks/src/faults/fault.ts';
import { RefusalError } from '../../../mocks/src/server/responses.ts';
import type { ExamAttempt } from '../../../mocks/src/world/entities.ts';
import type { World } from '../../../mocks/src/world/world.ts';

export const textHeaders = { 'content-type': 'text/plain; charset=utf-8' } as const;

/** Changes every new exam. */
export function changesNewExam(
  sentence: string,
  change: (attempt: ExamAttempt, world: World) => ExamAttempt,
): Behaviour {
  return {
    sentence,
    world: (world) => {
      const originalCreate = world.exams.create.bind(world.exams);
      world.exams.create = (attempt) => originalCreate(change(attempt, world));
    },
  };
}

/** A body that breaks off after its beginning. */
export function makeBrokenOffBody(): ReadableStream<Uint8Array> {
  let isBegun = false;
  return new ReadableStream({
    pull(controller) {
      if (isBegun) controller.error(new Error('The connection broke off.'));
      else controller.enqueue(new TextEncoder().encode('{"profilePicture":'));
      isBegun = true;
    },
  });
}

/** Wraps the validation of one operation's body, if the body is an object. */
export function wrapsValidation(
  operation: OperationName,
  validate: (
    body: Fields,
    next: () => Promise<unknown>,
    call: Parameters<Wrapper<unknown>>[0],
  ) => unknown,
): Pick<Fault, 'wrapValidation'> {
  return {
    wrapValidation: async (call, next) => {
      const { body } = call;
      const isThisOperation = call.operation.name === operation && typeof body === 'object' && body;
      return isThisOperation ? await validate({ ...body }, next, call) : await next();
    },
  };
}

/** Adds a rule: valid input is refused. */
export function refusesAnyway(
  sentence: string,
  operation: OperationName,
  mustRefuse: (body: Fields) => boolean,
): Behaviour {
  const validationWrapper = wrapsValidation(operation, async (body, next) => {
    const validBody = await next();
    if (mustRefuse(body)) throw new RefusalError(400, 'The input is not valid.');
    return validBody;
  });
  return { sentence, ...validationWrapper };
}

/** True for values that a required field must not have. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || String(value).trim() === '';
}

/** @returns a function that tests whether a value is text that matches the pattern */
export function makeMatcher(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value);
}

/** Runs `actAfter` after an operation has succeeded. */
export function runsAfter(
  operationName: OperationName,
  actAfter: NonNullable<Fault['wrapHandler']>,
) {
  return wrapsHandler(operationName, async (call, next) => {
    const result = await next();
    return result.status < 300 ? await actAfter(call, async () => result) : result;
  });
}
