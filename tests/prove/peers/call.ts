/** One call as every tool is given it. */
import { findOperation, type OperationName } from '@one-planet/contract';

/** What is sent. */
interface Sent {
  /** Values of the path's parameters. */
  params?: Record<string, string>;
  token?: string;
  body?: unknown;
  file?: Blob;
}

/** A call and the status a right server answers. */
export interface Call extends Sent {
  operation: OperationName;
  status: number;
}

export const call = (operation: OperationName, status: number, sent: Sent = {}): Call => ({
  operation,
  status,
  ...sent,
});

/** @returns the path of a call under `/api`, its parameters filled in */
export function pathOf({ operation, params }: Call): string {
  const template = findOperation(operation)?.route.path ?? '';
  return template.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params?.[name] ?? 'none'));
}

export function methodOf({ operation }: Call): string {
  return findOperation(operation)?.route.method ?? 'GET';
}
