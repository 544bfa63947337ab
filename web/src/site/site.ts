/** What every screen works with. */
import type { Dialect } from '@one-planet/contract/wire';
import type { Client } from '@one-planet/sdk';
import type { QueryClient } from '@tanstack/react-query';
import type { createStore } from 'jotai/vanilla';
import { createContext, use } from 'react';
import type { Settings } from '../config.ts';

export interface Site {
  settings: Settings;
  dialect: Dialect;
  /** Of the atoms: what outlives a screen. */
  store: ReturnType<typeof createStore>;
  api: Client;
  /** What was read from the API. */
  queries: QueryClient;
  /** Loads the screen of a page that is about to be opened; a failure is left to the page. */
  prepare: (path: string) => Promise<unknown>;
}

export const SiteContext = createContext<Site | undefined>(undefined);

/** @throws {Error} outside of the app */
export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('There is no SiteContext above this component');
  return site;
}
