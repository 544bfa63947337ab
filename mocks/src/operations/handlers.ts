import type { preferredOperations } from '@one-planet/contract';
import type {
  AppRoute,
  HTTPStatusCode,
  ServerInferRequest,
  ServerInferResponses,
} from '@ts-rest/core';
import type { Person } from '../world/entities.ts';
import type { World } from '../world/world.ts';

type Preferred = typeof preferredOperations;

/** What a handler gets in addition to the validated request. */
export interface Context<R = unknown> {
  world: World;
  /** The origin of the request, for addresses in responses. */
  origin: string;
  /** The owner of the valid token; always set for operations that require one. */
  person: R extends { metadata: { auth: 'bearer' } } ? Person : Person | undefined;
}

/** Handles one operation. Token, role, state and body have been checked before. */
export type Handler<R extends AppRoute> = (
  call: ServerInferRequest<R>,
  context: Context<R>,
) => Answers<R> | Promise<Answers<R>>;

/** The option `force` allows only the statuses that the route declares. */
type Answers<R extends AppRoute> = ServerInferResponses<R, HTTPStatusCode, 'force'>;

/** The handlers of one resource. */
export type Handlers<N extends keyof Preferred> = {
  [O in keyof Preferred[N]]: Preferred[N][O] extends AppRoute ? Handler<Preferred[N][O]> : never;
};
