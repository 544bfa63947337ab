import type { preferred } from '@one-planet/contract';
import type {
  AppRoute,
  HTTPStatusCode,
  ServerInferRequest,
  ServerInferResponses,
} from '@ts-rest/core';
import type { Person } from '../world/entities.ts';
import type { World } from '../world/world.ts';

type Preferred = typeof preferred;

/** A handler's context, besides the validated request. */
export interface Context<R = unknown> {
  world: World;
  /** The origin of the request, for addresses the backend hands out. */
  origin: string;
  /** The owner of the valid token; always set for operations that require one. */
  person: R extends { metadata: { auth: 'bearer' } } ? Person : Person | undefined;
}

/** Answers one operation. Token, role, state and body have been checked before. */
export type Handler<R extends AppRoute> = (
  call: ServerInferRequest<R>,
  context: Context<R>,
) => Answers<R> | Promise<Answers<R>>;

/** `force`: the statuses the route declares, and no other. */
type Answers<R extends AppRoute> = ServerInferResponses<R, HTTPStatusCode, 'force'>;

/** All operations of one resource. */
export type Handlers<N extends keyof Preferred> = {
  [O in keyof Preferred[N]]: Preferred[N][O] extends AppRoute ? Handler<Preferred[N][O]> : never;
};
