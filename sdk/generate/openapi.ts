import { operations } from '@one-planet/contract';
import manifest from '../package.json' with { type: 'json' };
import { sharedResponses } from './answers.ts';
import { describe } from './operation.ts';
import { componentSchemas, type Json } from './schema.ts';
import { introduction, tagTexts } from './texts/whole.ts';

/** Where the repository, and with it the rules, can be seen. */
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** The OpenAPI 3.1 document of the canonical wire. */
function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.route.path.replace(/:(\w+)/g, '{$1}');
    const method = operation.route.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: describe(operation, repository) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'One Planet Admissions API',
      version: manifest.version,
      description: introduction,
      contact: { name: 'One Planet Admissions', url: repository },
      license: { name: manifest.license, identifier: manifest.license },
    },
    servers: [{ url: 'http://127.0.0.1:8080/api', description: 'A backend in development' }],
    tags: Object.entries(tagTexts).map(([name, { title, means }]) => ({
      name,
      'x-displayName': title,
      description: means,
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` returned by `auth.login`.',
        },
      },
      schemas: componentSchemas(),
      responses: sharedResponses(),
    },
  };
}

export function renderOpenApi(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}
