/** The calls of a journey: valid ones, made from what is known of its applicant, and what counts as a success. */
import {
  activatesWithPassword,
  findOperation,
  type lifecycle,
  type OperationName,
  readMessage,
} from '@one-planet/contract';
import { type AnswerOf, callFor, functionOf, type Known } from '../calls.ts';
import type { JourneyContext } from './context.ts';
import { BrokenContract } from './failure.ts';

type WithSuccess = Extract<(typeof lifecycle)[keyof typeof lifecycle], { success: unknown }>;
/** The statuses that mean success somewhere in the contract. */
type Success = WithSuccess['success'][number];
export type BodyOf<N extends OperationName> =
  AnswerOf<N> extends infer A ? (A extends { status: Success; body: infer B } ? B : never) : never;

/**
 * Sends a valid call.
 * @param more what only this step knows
 * @returns the answer, a refusal of the contract too
 */
export async function send<N extends OperationName>(
  context: JourneyContext,
  name: N,
  more: Partial<Known> = {},
): Promise<AnswerOf<N>> {
  return (await sendAny(context, name, more)) as AnswerOf<N>;
}

function sendAny(context: JourneyContext, name: OperationName, more: Partial<Known>) {
  return functionOf(context.client, name)(callFor(name, { ...knownOf(context), ...more }));
}

/**
 * Sends a valid call that has to succeed.
 * @returns the answer's body
 * @throws {BrokenContract} for a refusal, with what the server said
 */
export async function succeed<N extends OperationName>(
  context: JourneyContext,
  name: N,
  more: Partial<Known> = {},
): Promise<BodyOf<N>> {
  return bodyOf(name, await sendAny(context, name, more));
}

/** @returns the body of a success. @throws {BrokenContract} for a refusal */
export function bodyOf<N extends OperationName>(
  name: N,
  answer: { status: number; body: unknown },
): BodyOf<N> {
  const { status, body } = answer;
  if (status < 400) return body as BodyOf<N>;
  const said = readMessage(body);
  const message = said && said.length > 300 ? `${said.slice(0, 300)}…` : said;
  throw new BrokenContract(
    name,
    `status ${findOperation(name)?.meta.success}`,
    `status ${status}${message ? ` (${message})` : ' without a readable message'}`,
    { isRefusal: true },
  );
}

function knownOf({ applicant, email, memory, settings }: JourneyContext): Known {
  const { passwordToken, applicantId: id, payment } = memory;
  const { password, transactionReference } = applicant;
  return {
    input: applicant,
    email,
    password,
    transactionReference,
    passwordToken,
    activatesWithPassword: activatesWithPassword(settings.dialect),
    id,
    payment,
    files: {},
  };
}

/** Asks for the applicant's state; her id is remembered where the profile has one. */
export async function readState(context: JourneyContext): Promise<string> {
  const { id, status } = await succeed(context, 'applicants.getByEmail');
  if (id !== null && id !== undefined && id !== context.memory.applicantId) {
    context.remember({ applicantId: id });
  }
  return status;
}
