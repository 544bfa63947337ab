import { bodyFields, type Operation, pathParameters } from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';

/** @returns a call of an operation with the names of everything it takes, as documents and editors show it */
export function makeExampleCall(operation: Operation): string {
  const { name, route } = operation;
  const parameterNames = pathParameters(route.path);
  const fieldNames = name === 'files.upload' ? ['file'] : bodyFields(route);
  const bodyText = fieldNames.length > 0 ? `{ ${fieldNames.join(', ')} }` : '{}';
  const argumentParts = [
    parameterNames.length > 0 ? `params: { ${parameterNames.join(', ')} }` : '',
    // A body without named fields may contain anything.
    findBodySchema(operation) ? `body: ${bodyText}` : '',
  ].filter(Boolean);
  return `const answer = await client.${name}(${argumentParts.length > 0 ? `{ ${argumentParts.join(', ')} }` : ''});`;
}

/** @returns the schema of an operation's request body; `undefined` if it takes none */
export function findBodySchema({ route }: Pick<Operation, 'route'>): ZodTypeAny | undefined {
  const schema = 'body' in route ? (route.body as Partial<ZodTypeAny> | symbol) : undefined;
  return typeof schema === 'object' && schema.safeParse ? (schema as ZodTypeAny) : undefined;
}
