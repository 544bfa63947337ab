/** What all screens have in common. */
import type { Dialect } from '@one-planet/contract/wire';
import type { Client } from '@one-planet/sdk';
import type { Hooks } from '@one-planet/sdk/react';
import { createContext, use } from 'react';
import type { Settings } from '../config.ts';
import type { Content } from '../content/content.ts';
import type { Built } from './built.ts';
import type { Queries } from './queries.ts';
import type { Session } from './stored-session.ts';
import type { Value } from './value.ts';

export interface Site {
  settings: Settings;
  dialect: Dialect;
  /** What the page was built with. */
  built: Built;
  content: Value<Content>;
  /** Who is logged in in this tab. */
  session: Value<Session | null>;
  /** A line above the page that outlives a change of route, e.g. that the session has ended. */
  notice: Value<Notice | null>;
  /** For forms, with `answerOf` or `ask`. */
  api: Client;
  /** For reading. */
  hooks: Hooks;
  /** The answers that the hooks have read. */
  queries: Queries;
  /** Loads the screen of a page that is about to be opened; never fails. */
  prepare: (path: string) => Promise<void>;
}

export const SiteContext = createContext<Site | undefined>(undefined);

/** @throws {Error} outside of the app */
export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('No SiteContext');
  return site;
}

export interface Notice {
  text: string;
  /** The address of the login page, where logging in helps. */
  logIn?: string;
}
