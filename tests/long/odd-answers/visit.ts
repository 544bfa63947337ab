/** A visit to a page of the site: what there is before, and what is done there. */
import type { ApplicantState, OperationName } from '@one-planet/contract';
import { type RouteName, routes } from '../../../web/src/routes.ts';
import type { Network } from '../../../web/src/testing/network.ts';
import type { Doing } from './press.ts';
import type { Given, Phase } from './recording.ts';

type State = Exclude<ApplicantState, 'NOT_ACTIVATED'>;

/** What there is before a page is opened. */
export interface Arranged {
  /** The parameter of its path. */
  param?: string;
  /** What the previous page passed on. */
  left?: unknown;
}

export interface Way {
  /** Who is logged in. Default: nobody. */
  state?: State;
  /** Called once, after the login. */
  arrange?: (network: Network) => Arranged | Promise<Arranged>;
  given?: Given;
  /** What is typed and ticked before the press. */
  fill?: () => void;
  press?: Doing;
  /** Each try needs another parameter: what was answered for one is remembered. */
  isOnce?: true;
  /** What is odd, where other visits try the rest. */
  only?: { phase: Phase; operations?: readonly OperationName[] };
}

export interface Visit extends Way {
  name: string;
  page: RouteName;
}

export function pathOf({ page }: Visit, param = ''): string {
  const { path } = routes[page];
  return page === 'notFound' ? `/${param}` : path.replace(/:\w+/, encodeURIComponent(param));
}
