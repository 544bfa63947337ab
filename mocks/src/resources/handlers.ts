/** What a resource has to answer, derived from the contract: what is missing or undeclared does not compile. */
import type { preferred } from '@one-planet/contract';
import type {
  AppRoute,
  HTTPStatusCode,
  ServerInferRequest,
  ServerInferResponses,
} from '@ts-rest/core';
import type { Person } from '../data/entities.ts';
import type { World } from '../data/world.ts';

type Preferred = typeof preferred;

/** What a handler gets beside the checked request. */
export interface Context<R = unknown> {
  world: World;
  /** The origin of the request, for addresses the backend hands out. */
  origin: string;
  /** Whose valid token came along: certain for operations that ask for one. */
  person: R extends { metadata: { auth: 'bearer' } } ? Person : Person | undefined;
}

/** Answers one operation. Its body was checked by the contract's schema, the token, role and state before it. */
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
