import {
  findOperation,
  type OperationName,
  parseDialect,
  wireTemplate,
} from '@one-planet/contract';
import type { Settings } from '../src/config.ts';
import { buildAlone } from './alone.ts';

/** What everybody may read, and is kept for reading without a connection. */
const lists: readonly OperationName[] = ['programs.list', 'programs.courses', 'contents.list'];

/** Builds the service worker (worker/worker.ts). */
export function buildWorker({ dialect }: Settings): Promise<string> {
  const lib = { entry: 'worker/worker.ts', formats: ['iife' as const], name: 'worker' };
  const define = { PUBLIC_LISTS: JSON.stringify(patternsOf(dialect)) };
  return buildAlone({ define, build: { lib } }, '.js');
}

/** @returns the ends of the lists' paths, each with any parameter */
function patternsOf(dialect: Settings['dialect']): string[] {
  const read = parseDialect(dialect);
  return lists.map((name) => {
    const template = wireTemplate(read, name, findOperation(name)?.route.path ?? name);
    return `${template.replace(/:\w+/g, '[^/]+')}$`;
  });
}
