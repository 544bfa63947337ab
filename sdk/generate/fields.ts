/** The fields of a JSON schema as a Markdown table, for people. */
import { type Json, resolved } from './schema.ts';

/** @returns the rows of a body's fields, those of objects within it too; none when it is no object */
export function fieldTable(schema: Json): string {
  const rows = rowsOf(schema, '');
  return rows.length === 0
    ? ''
    : `| Field | Type | Required | Meaning and rules |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function rowsOf(schema: Json, within: string): string[] {
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(
    ([name, field]) => {
      const needed = required.has(name) ? 'yes' : 'no';
      const row = `| \`${within}${name}\` | ${typeOf(field)} | ${needed} | ${rulesOf(field)} |`;
      const inside = choices(field).flatMap((choice) =>
        choice.type === 'array'
          ? rowsOf(choice.items as Json, `${within}${name}[].`)
          : rowsOf(choice, `${within}${name}.`),
      );
      return [row, ...inside];
    },
  );
}

/** A field's alternatives; one for most. */
function choices(field: Json): Json[] {
  return Array.isArray(field.anyOf) ? (field.anyOf as Json[]) : [field];
}

/** @returns a schema in a few words, e.g. `list of string or null` */
export function typeOf(field: Json): string {
  if (typeof field.$ref === 'string') {
    const named = resolved(field);
    return named.properties ? field.$ref.slice(field.$ref.lastIndexOf('/') + 1) : typeOf(named);
  }
  if (Array.isArray(field.anyOf))
    return [...new Set((field.anyOf as Json[]).flatMap((one) => typeOf(one).split(' or ')))].join(
      ' or ',
    );
  if (field.type === 'array') return `list of ${typeOf(field.items as Json)}`;
  return [field.type ?? 'anything'].flat().join(' or ');
}

function rulesOf(field: Json): string {
  const values = choices(field).flatMap((choice) => (resolved(choice).enum ?? []) as unknown[]);
  const allowed = values.filter((value) => value !== null).map((value) => `\`${value}\``);
  return [
    field.const === undefined ? '' : `Must be \`${field.const}\`.`,
    allowed.length > 0 ? `One of ${allowed.join(', ')}.` : '',
    field.exclusiveMinimum === undefined ? '' : `More than ${field.exclusiveMinimum}.`,
    field.description ?? '',
    field.minLength === 1 && !field.pattern ? 'Not empty.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
