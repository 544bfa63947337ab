/** From the contract's schemas to JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
import {
  bankAccount,
  batchProgram,
  content,
  course,
  errorBody,
  exam,
  examResult,
  loginAnswer,
  pendingPayment,
  profile,
  program,
  receipt,
} from '@one-planet/contract';
import { ZodOptional, type ZodTypeAny } from 'zod';
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema';

export type Json = Record<string, unknown>;

/** The schemas worth a name in the document. */
const named: Record<string, ZodTypeAny> = {
  BankAccount: bankAccount,
  BatchProgram: batchProgram,
  Content: content,
  Course: course,
  Error: errorBody,
  Exam: exam,
  ExamResult: examResult,
  Login: loginAnswer,
  PendingPayment: pendingPayment,
  Profile: profile,
  Program: program,
  Receipt: receipt,
};

/** The named schemas by their names. */
export function componentSchemas(): Json {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, toSchema(schema, { except: name })]),
  );
}

/** A named schema within another becomes a reference; `except` is the one being written itself. */
export function toSchema(schema: ZodTypeAny, { except }: { except?: string } = {}): Json {
  const nameOf = (definition: unknown) =>
    Object.keys(named).find((key) => named[key]?._def === definition);
  // Whether it may be missing is said where it is used; zod-to-json-schema writes `not: {}` for it.
  const present = schema instanceof ZodOptional ? schema.unwrap() : schema;
  const wholeName = nameOf(schema._def);
  if (wholeName && wholeName !== except) return { $ref: `#/components/schemas/${wholeName}` };
  const { $schema: _version, ...json } = zodToJsonSchema(present, {
    // Draft 7 writes `exclusiveMinimum` as the number 2020-12 wants; "2019-09" writes draft 4's boolean.
    target: 'jsonSchema7',
    effectStrategy: 'input',
    removeAdditionalStrategy: 'strict',
    $refStrategy: 'none',
    override: (definition) => {
      const name = nameOf(definition);
      return name && name !== except ? { $ref: `#/components/schemas/${name}` } : ignoreOverride;
    },
  }) as Json;
  const description = schema.description ?? present.description;
  return { ...(simplify(json) as Json), ...(description ? { description } : {}) };
}

/** Alternatives within alternatives become one list, and bounds that only say "exactly a number" go. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  const json = Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => Math.abs(inner as number) !== Number.MAX_SAFE_INTEGER)
      .map(([key, inner]) => [key, simplify(inner)]),
  );
  if (!Array.isArray(json.anyOf)) return json;
  const { anyOf, ...rest } = json;
  const flat = (anyOf as Json[]).flatMap((one) =>
    Object.keys(one).join() === 'anyOf' ? (one.anyOf as Json[]) : [one],
  );
  const onlyTypes = flat.every((one) => Object.keys(one).join() === 'type');
  return onlyTypes ? { ...rest, type: flat.flatMap(({ type }) => type) } : { ...rest, anyOf: flat };
}
