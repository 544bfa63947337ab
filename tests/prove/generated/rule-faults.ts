/** Rules of request bodies that are not enforced: the contract's schema of the body, without one of its rules. */
import { type OperationName, operations } from '@one-planet/contract';
import type { Call } from '@one-planet/mocks';
import { z } from 'zod';
import type { GeneratedFault } from './generated-fault.ts';
import { kindsOf } from './response-faults.ts';

/** The schema without the rule of this name. */
interface RelaxedRule {
  name: string;
  schema: z.ZodTypeAny;
}

/** zod lists these as checks of a string, but they change a value and refuse none. */
const transformations = ['trim', 'toLowerCase', 'toUpperCase'];

/** For each rule of the contract, one of these values breaks that rule only, unless another rule says the same. */
const candidateValues: readonly unknown[] = [
  ...[undefined, null, true, 5, 0, -1, 1.5, 2 ** 60, -(2 ** 60), {}, []],
  ...['', ' ', 'x', 'Ab 1!', '12', '1234567', 'a'.repeat(500), '1'.repeat(50), 'abcdefgh'],
  ...['2999-01-01', '1990-02-31', `${new Date().getFullYear()}-01-01`],
];

export const ruleFaults: readonly GeneratedFault[] = operations.flatMap(({ name, route }) => {
  const schema = 'body' in route ? route.body : undefined;
  return schema instanceof z.ZodType
    ? bodyRules(schema).map((rule) => createRuleFault(name, schema, rule))
    : [];
});

function createRuleFault(
  operation: OperationName,
  strictSchema: z.ZodTypeAny,
  rule: RelaxedRule,
): GeneratedFault {
  return {
    name: `rules/${operation}/${rule.name}`,
    class: 'rules',
    operation,
    needsProbe: isNeeded(strictSchema, rule.schema, rule.name.split('/')[0] ?? ''),
    createFault: ({ recordEffect, recordProbe, recordOpportunity }) => {
      const acceptedCalls = new WeakSet<Call>();
      return {
        wrapValidation: async (call, next) => {
          if (call.operation.name !== operation) return await next();
          recordOpportunity();
          if (strictSchema.safeParse(call.body).success) return await next();
          const { success, data } = rule.schema.safeParse(call.body);
          if (!success) return await next();
          recordProbe();
          acceptedCalls.add(call);
          return data;
        },
        changeResponse: (call, response) => {
          if (acceptedCalls.has(call) && response.ok) recordEffect();
          return response;
        },
      };
    },
  };
}

/** @returns the rules of a body: those of its fields, and those across fields */
function bodyRules(schema: z.ZodTypeAny): RelaxedRule[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as z.ZodRawShape).flatMap(([field, fieldSchema]) =>
      fieldRules(fieldSchema).map((rule) => ({
        name: `${field}/${rule.name}`,
        schema: schema.extend({ [field]: rule.schema }),
      })),
    );
  }
  if (schema instanceof z.ZodOptional)
    return wrapRules(bodyRules(schema.unwrap()), (inner) => inner.optional());
  if (schema instanceof z.ZodEffects) {
    const innerSchema: z.ZodTypeAny = schema.innerType();
    const crossFieldRule = { name: '(body)/refine', schema: innerSchema };
    return [
      ...wrapRules(bodyRules(innerSchema), (relaxedSchema) => wrapInEffects(schema, relaxedSchema)),
      crossFieldRule,
    ];
  }
  return [];
}

function fieldRules(schema: z.ZodTypeAny): RelaxedRule[] {
  const missingValue = z
    .custom((value) => value === undefined || value === null)
    .transform(() => '');
  const kinds = kindsOf(schema);
  const otherKindValue = z
    .custom(
      (value) => kinds.length > 0 && value != null && !kinds.some((kind) => isOfKind(kind, value)),
    )
    .transform(String);
  return [
    ...(schema.isOptional() ? [] : [{ name: 'required', schema: schema.or(missingValue) }]),
    ...(kinds.length > 0 ? [{ name: 'type', schema: schema.or(otherKindValue) }] : []),
    ...numberDuplicates(valueRules(schema)),
  ];
}

function isOfKind(kind: string, value: unknown): boolean {
  return kind === 'list' ? Array.isArray(value) : kind === typeof value;
}

/** @returns the rules for a value of the right kind */
function valueRules(schema: z.ZodTypeAny): RelaxedRule[] {
  if (schema instanceof z.ZodOptional)
    return wrapRules(valueRules(schema.unwrap()), (inner) => inner.optional());
  if (schema instanceof z.ZodNullable)
    return wrapRules(valueRules(schema.unwrap()), (inner) => inner.nullable());
  if (schema instanceof z.ZodEffects) {
    const innerSchema: z.ZodTypeAny = schema.innerType();
    const refinementRules =
      schema._def.effect.type === 'refinement' ? [{ name: 'refine', schema: innerSchema }] : [];
    return [
      ...wrapRules(valueRules(innerSchema), (relaxedSchema) =>
        wrapInEffects(schema, relaxedSchema),
      ),
      ...refinementRules,
    ];
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodNumber) return checkRules(schema);
  if (schema instanceof z.ZodEnum) return [{ name: 'choice', schema: z.string() }];
  if (schema instanceof z.ZodLiteral) {
    const kind = typeof schema.value;
    return [{ name: 'choice', schema: z.custom((value) => typeof value === kind) }];
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodTypeAny[];
    return options.flatMap((option, index) =>
      wrapRules(valueRules(option), (relaxedOption) => {
        const otherOptions = options.filter((_, otherIndex) => otherIndex !== index);
        return otherOptions.reduce((union, option) => union.or(option), relaxedOption);
      }),
    );
  }
  return [];
}

function checkRules(schema: z.ZodString | z.ZodNumber): RelaxedRule[] {
  const checks: readonly { kind: string }[] = schema._def.checks;
  return checks
    .filter(({ kind }) => !transformations.includes(kind))
    .map((check) => {
      const relaxedDefinition = {
        ...schema._def,
        checks: checks.filter((candidate) => candidate !== check),
      };
      const ZodClass = schema.constructor as new (definition: unknown) => z.ZodTypeAny;
      return { name: check.kind, schema: new ZodClass(relaxedDefinition) };
    });
}

function wrapInEffects(effects: z.ZodEffects<z.ZodTypeAny>, schema: z.ZodTypeAny): z.ZodTypeAny {
  return new z.ZodEffects({ ...effects._def, schema });
}

function wrapRules(
  rules: readonly RelaxedRule[],
  wrap: (schema: z.ZodTypeAny) => z.ZodTypeAny,
): RelaxedRule[] {
  return rules.map(({ name, schema }) => ({ name, schema: wrap(schema) }));
}

/** Numbers the rules of one kind in the order of the schema: `regex`, `regex-2` … */
function numberDuplicates(rules: readonly RelaxedRule[]): RelaxedRule[] {
  const counts = new Map<string, number>();
  return rules.map(({ name, schema }) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { name: count > 1 ? `${name}-${count}` : name, schema };
  });
}

/** @returns whether the rule refuses a value that no other rule of the field refuses */
function isNeeded(strictSchema: z.ZodTypeAny, relaxedSchema: z.ZodTypeAny, field: string): boolean {
  const [strictField, relaxedField] = [fieldOf(strictSchema, field), fieldOf(relaxedSchema, field)];
  if (!strictField || !relaxedField) return true;
  return candidateValues.some(
    (value) => !strictField.safeParse(value).success && relaxedField.safeParse(value).success,
  );
}

function fieldOf(schema: z.ZodTypeAny, field: string): z.ZodTypeAny | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as z.ZodRawShape)[field];
  if (schema instanceof z.ZodOptional) return fieldOf(schema.unwrap(), field);
  return schema instanceof z.ZodEffects ? fieldOf(schema.innerType(), field) : undefined;
}
