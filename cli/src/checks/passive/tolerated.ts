/** Forms the site can read though they are not the contract's own: told field by field, never failed. */
import { findOperation } from '@one-planet/contract';
import { z } from 'zod';
import type { Inspector } from './observations.ts';
import { unwrap } from './schema.ts';

/** The first form of a union is the contract's own; the others are tolerated. */
export const toleratedInspector: Inspector = {
  id: 'tolerated-forms',
  inspect: ({ operation, status, json }) => {
    if (status >= 300 || json === undefined) return undefined;
    const schema = findOperation(operation ?? '')?.route.responses[status];
    const told = schema instanceof z.ZodType ? toleratedIn(schema, json) : [];
    return told.length > 0 ? told.slice(0, 8).join(', ') : undefined;
  },
};

/** @returns the fields in another form, each once, e.g. `paymentDto.paymentAmount (a number as text)` */
function toleratedIn(schema: z.ZodTypeAny, value: unknown, path = ''): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const all = value.slice(0, 20).flatMap((one) => toleratedIn(inner.element, one, `${path}[]`));
    return [...new Set(all)];
  }
  if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    const shape = inner.shape as Record<string, z.ZodTypeAny>;
    return Object.entries(value).flatMap(([name, one]) => {
      const field = shape[name];
      return field ? toleratedIn(field, one, path ? `${path}.${name}` : name) : [];
    });
  }
  const form = inner instanceof z.ZodUnion ? otherForm(inner, value) : undefined;
  return form ? [`${path} (${form})`] : [];
}

function otherForm({ options }: z.ZodUnion<z.ZodUnionOptions>, value: unknown): string | undefined {
  const [own] = options;
  if (own === undefined || own.safeParse(value).success) return undefined;
  if (Array.isArray(value)) return 'a list instead of text';
  if (typeof value === 'number') return 'a number instead of text';
  // An id that is no number is as good as one.
  const isNumber = typeof value === 'string' && /^-?\d+([.,]\d+)?$/.test(value.trim());
  return isNumber && own instanceof z.ZodNumber ? 'a number as text' : undefined;
}
