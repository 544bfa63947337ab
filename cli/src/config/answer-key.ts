/** The right answers of the Digital Literacy Test, by question text: questions vary, and so do their ids. */
import { z } from 'zod';

/** From question text to the text of the right choice, both without regard to case and spacing. */
export type AnswerKey = ReadonlyMap<string, string>;

/** The form of a key, for error messages. */
export const keyForm = '{"question text": "text of the right choice", …}';

const keySchema = z.union([
  z.record(z.string()),
  z.array(z.object({ questionText: z.string(), choiceText: z.string() })),
]);

/** @returns the key, from an object or from the mock's list; `undefined` for anything else */
export function toAnswerKey(value: unknown): AnswerKey | undefined {
  const { data } = keySchema.safeParse(value);
  if (!data) return undefined;
  const pairs = Array.isArray(data)
    ? data.map(({ questionText, choiceText }) => [questionText, choiceText] as const)
    : Object.entries(data);
  return new Map(pairs.map(([question, choice]) => [normalize(question), normalize(choice)]));
}

/** A text as keys compare it: without regard to case and spacing. */
export function normalize(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
