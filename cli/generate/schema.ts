import { zodToJsonSchema } from 'zod-to-json-schema';
import { configFileSchema, defaultSettings } from '../src/core/settings.ts';

interface JsonSchema {
  properties: Record<string, object>;
}

/**
 * The JSON Schema of `admissions.config.json`, for editors. It is made from the schema with which the CLI reads the
 * file.
 */
export function renderConfigSchema(): string {
  const { properties, ...rest } = zodToJsonSchema(configFileSchema, {
    target: 'jsonSchema7',
    effectStrategy: 'input',
    removeAdditionalStrategy: 'strict',
  }) as unknown as JsonSchema;
  const defaultValuesByKey: Record<string, unknown> = defaultSettings;
  const propertiesWithDefaults = Object.entries(properties).map(([key, property]) => [
    key,
    key in defaultValuesByKey ? { ...property, default: defaultValuesByKey[key] } : property,
  ]);
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'admissions.config.json',
    description:
      'Settings of the command-line tool "admissions". A profile overrides the top of the file; the environment and the options of a command override both.',
    ...rest,
    properties: Object.fromEntries(propertiesWithDefaults),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
