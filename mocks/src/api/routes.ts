import { type Dialect, type Operation, operations, wireTemplate } from '@one-planet/contract';
import { Refusal } from '../http/refusal.ts';

interface WireRoute {
  operation: Operation;
  segments: readonly string[];
  parameters: number;
}

/** The operation a path and method lead to; parameters are decoded. */
export interface RouteMatch {
  operation: Operation;
  params: Record<string, string>;
}

/** The contract's paths as one dialect writes them. */
export class Routes {
  readonly #routes: readonly WireRoute[];

  constructor(dialect: Dialect) {
    this.#routes = operations.map((operation) => {
      const segments = wireTemplate(dialect, operation.name, operation.route.path).split('/');
      const parameters = segments.filter((segment) => segment.startsWith(':')).length;
      return { operation, segments, parameters };
    });
  }

  /** @returns the methods a path takes, empty for an unknown path */
  methods(path: string): string[] {
    const methods = this.#candidates(path).map(({ operation }) => operation.route.method as string);
    return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  }

  /**
   * @param path the part after `/api`, still percent-encoded
   * @throws {Refusal} 404 for an unknown path, 405 with Allow for a wrong method, 400 for a bad percent-encoding
   */
  match(method: string, path: string): RouteMatch {
    const candidates = this.#candidates(path);
    if (candidates.length === 0) throw new Refusal(404, `There is nothing at ${path}.`);
    const wanted = method === 'HEAD' ? 'GET' : method;
    const route = candidates.find(({ operation }) => operation.route.method === wanted);
    if (!route) {
      const allow = this.methods(path).join(', ');
      throw new Refusal(405, `${method} is not offered here, only ${allow}.`, { allow });
    }
    return { operation: route.operation, params: readParams(route.segments, path.split('/')) };
  }

  /** Routes that fit the path; the ones with the fewest parameters win (update_user is not a user's id). */
  #candidates(path: string): WireRoute[] {
    const parts = path.split('/');
    const fitting = this.#routes.filter(
      ({ segments }) =>
        segments.length === parts.length &&
        segments.every((segment, at) =>
          segment.startsWith(':') ? parts[at] !== '' : segment === parts[at],
        ),
    );
    const fewest = Math.min(...fitting.map(({ parameters }) => parameters));
    return fitting.filter(({ parameters }) => parameters === fewest);
  }
}

function readParams(segments: readonly string[], parts: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    if (!segment.startsWith(':')) continue;
    try {
      params[segment.slice(1)] = decodeURIComponent(parts[at] ?? '');
    } catch {
      throw new Refusal(400, 'The path is not percent-encoded correctly.');
    }
  }
  return params;
}
