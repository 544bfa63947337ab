/** Rules of request bodies that are not enforced: the contract's own schema, with one rule taken out. */
import { type OperationName, operations } from '@one-planet/contract';
import type { Call } from '@one-planet/mocks';
import { z } from 'zod';
import type { Generated } from './generated-fault.ts';
import { kindsOf } from './response-faults.ts';

interface Relaxed {
  name: string;
  schema: z.ZodTypeAny;
}

/** Trimming changes a value and refuses none. */
const changing = ['trim', 'toLowerCase', 'toUpperCase'];

/** One of them breaks each rule of the contract alone, unless another rule says the same. */
const candidates: readonly unknown[] = [
  ...[undefined, null, true, 5, 0, -1, 1.5, 2 ** 60, -(2 ** 60), {}, []],
  ...['', ' ', 'x', 'Ab 1!', '12', '1234567', 'a'.repeat(500), '1'.repeat(50), 'abcdefgh'],
  ...['2999-01-01', '1990-02-31', `${new Date().getFullYear()}-01-01`],
];

export const ruleFaults: readonly Generated[] = operations.flatMap(({ name, route }) => {
  const schema = 'body' in route ? route.body : undefined;
  return schema instanceof z.ZodType
    ? bodyRules(schema).map((rule) => ruleFault(name, schema, rule))
    : [];
});

function ruleFault(operation: OperationName, strict: z.ZodTypeAny, rule: Relaxed): Generated {
  return {
    name: `rules/${operation}/${rule.name}`,
    class: 'rules',
    operation,
    isProvoked: isNeeded(strict, rule.schema, rule.name.split('/')[0] ?? ''),
    make: ({ effect, tried, triable }) => {
      const accepted = new WeakSet<Call>();
      return {
        check: async (call, next) => {
          if (call.operation.name !== operation) return await next();
          triable();
          if (strict.safeParse(call.body).success) return await next();
          const { success, data } = rule.schema.safeParse(call.body);
          if (!success) return await next();
          tried();
          accepted.add(call);
          return data;
        },
        changeResponse: (call, response) => {
          if (accepted.has(call) && response.ok) effect();
          return response;
        },
      };
    },
  };
}

/** The rules of a body: those of its fields, and those across them. */
function bodyRules(schema: z.ZodTypeAny): Relaxed[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as z.ZodRawShape).flatMap(([field, own]) =>
      fieldRules(own).map((rule) => ({
        name: `${field}/${rule.name}`,
        schema: schema.extend({ [field]: rule.schema }),
      })),
    );
  }
  if (schema instanceof z.ZodOptional)
    return rewrapped(bodyRules(schema.unwrap()), (inner) => inner.optional());
  if (schema instanceof z.ZodEffects) {
    const inner: z.ZodTypeAny = schema.innerType();
    const across = { name: '(body)/refine', schema: inner };
    return [...rewrapped(bodyRules(inner), (one) => effectOn(schema, one)), across];
  }
  return [];
}

function fieldRules(schema: z.ZodTypeAny): Relaxed[] {
  const missing = z.custom((value) => value === undefined || value === null).transform(() => '');
  const kinds = kindsOf(schema);
  const ofAnotherKind = z
    .custom((value) => kinds.length > 0 && value != null && !kinds.some((kind) => is(kind, value)))
    .transform(String);
  return [
    ...(schema.isOptional() ? [] : [{ name: 'required', schema: schema.or(missing) }]),
    ...(kinds.length > 0 ? [{ name: 'type', schema: schema.or(ofAnotherKind) }] : []),
    ...numbered(valueRules(schema)),
  ];
}

function is(kind: string, value: unknown): boolean {
  return kind === 'list' ? Array.isArray(value) : kind === typeof value;
}

/** The rules for a value of the right kind. */
function valueRules(schema: z.ZodTypeAny): Relaxed[] {
  if (schema instanceof z.ZodOptional)
    return rewrapped(valueRules(schema.unwrap()), (inner) => inner.optional());
  if (schema instanceof z.ZodNullable)
    return rewrapped(valueRules(schema.unwrap()), (inner) => inner.nullable());
  if (schema instanceof z.ZodEffects) {
    const inner: z.ZodTypeAny = schema.innerType();
    const own = schema._def.effect.type === 'refinement' ? [{ name: 'refine', schema: inner }] : [];
    return [...rewrapped(valueRules(inner), (one) => effectOn(schema, one)), ...own];
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodNumber) return checksOf(schema);
  if (schema instanceof z.ZodEnum) return [{ name: 'choice', schema: z.string() }];
  if (schema instanceof z.ZodLiteral) {
    const kind = typeof schema.value;
    return [{ name: 'choice', schema: z.custom((value) => typeof value === kind) }];
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodTypeAny[];
    return options.flatMap((option, at) =>
      rewrapped(valueRules(option), (one) => {
        const others = options.filter((_, other) => other !== at);
        return others.reduce((all, other) => all.or(other), one);
      }),
    );
  }
  return [];
}

function checksOf(schema: z.ZodString | z.ZodNumber): Relaxed[] {
  const checks: readonly { kind: string }[] = schema._def.checks;
  return checks
    .filter(({ kind }) => !changing.includes(kind))
    .map((check) => {
      const others = { ...schema._def, checks: checks.filter((one) => one !== check) };
      const Type = schema.constructor as new (def: unknown) => z.ZodTypeAny;
      return { name: check.kind, schema: new Type(others) };
    });
}

function effectOn(effects: z.ZodEffects<z.ZodTypeAny>, schema: z.ZodTypeAny): z.ZodTypeAny {
  return new z.ZodEffects({ ...effects._def, schema });
}

function rewrapped(
  rules: readonly Relaxed[],
  wrap: (schema: z.ZodTypeAny) => z.ZodTypeAny,
): Relaxed[] {
  return rules.map(({ name, schema }) => ({ name, schema: wrap(schema) }));
}

/** `regex`, `regex-2` …: the rules of one kind in the order of the schema. */
function numbered(rules: readonly Relaxed[]): Relaxed[] {
  const times = new Map<string, number>();
  return rules.map(({ name, schema }) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return { name: time > 1 ? `${name}-${time}` : name, schema };
  });
}

/** True when some value is refused by this rule alone. */
function isNeeded(strict: z.ZodTypeAny, relaxed: z.ZodTypeAny, field: string): boolean {
  const [before, after] = [fieldOf(strict, field), fieldOf(relaxed, field)];
  if (!before || !after) return true;
  return candidates.some((one) => !before.safeParse(one).success && after.safeParse(one).success);
}

function fieldOf(schema: z.ZodTypeAny, field: string): z.ZodTypeAny | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as z.ZodRawShape)[field];
  if (schema instanceof z.ZodOptional) return fieldOf(schema.unwrap(), field);
  return schema instanceof z.ZodEffects ? fieldOf(schema.innerType(), field) : undefined;
}
