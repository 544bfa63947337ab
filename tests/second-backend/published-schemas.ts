/** The fields of a form and of a profile as the published OpenAPI document has them, for what has no rule of its own here. */
import { readFileSync } from 'node:fs';
import type { Form } from './validation.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: readonly Schema[];
  enum?: readonly string[];
  minLength?: number;
  pattern?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

const { components } = JSON.parse(
  readFileSync(new URL('../../sdk/openapi.json', import.meta.url), 'utf8'),
) as { components: { schemas: Readonly<Record<string, Schema>> } };

type SchemaName =
  | 'SaveBioDataRequest'
  | 'SaveEducationDataRequest'
  | 'SaveContactDataRequest'
  | 'BioSummary';

const schemaOf = (name: string): Schema => components.schemas[name] ?? {};

/** @returns the names of the fields of a request or a response */
export const fieldNamesOf = (schemaName: SchemaName): string[] =>
  Object.keys(schemaOf(schemaName).properties ?? {});

/**
 * Reads the fields of a request and notes an error for each that is not what the document asks for.
 * @returns the values that are stored, by field; `null` for an optional one that is missing
 */
export function readFields(form: Form, schemaName: SchemaName): Record<string, unknown> {
  const { properties = {}, required = [] } = schemaOf(schemaName);
  const fields = Object.entries(properties).map(([field, schema]) => [
    field,
    readField(form, field, schema, required.includes(field)),
  ]);
  return Object.fromEntries(fields);
}

function readField(form: Form, field: string, schema: Schema, isRequired: boolean): unknown {
  const references = [schema, ...(schema.anyOf ?? [])].flatMap(({ $ref = [] }) => $ref);
  const names = references.map((reference) => reference.replace('#/components/schemas/', ''));
  if (names.includes('Id')) return form.readValue(field);
  const alternatives = [schema, ...(schema.anyOf ?? []), ...names.map(schemaOf)];
  if (alternatives.some(({ type }) => type === 'number')) return form.readNumber(field, field);
  const choices = alternatives.flatMap((alternative) => alternative.enum ?? []);
  // A text that may be empty has a default of this backend, like the place of birth.
  const mayBeEmpty = !isRequired || (choices.length === 0 && !schema.minLength);
  const text = mayBeEmpty ? form.readOptionalText(field) : form.demandText(field, field);
  if (!text) return text;
  if (choices.length > 0) return form.demandChoice(field, field, choices);
  const isMatch = !schema.pattern || new RegExp(schema.pattern, 'u').test(text);
  form.demandValid(isMatch, `${field} has another form`);
  return text;
}
