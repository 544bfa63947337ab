import { handleApiCall, Routes } from './api.ts';
import type { Fault } from './faults/fault.ts';
import { findFaults } from './faults/faults.ts';
import { handlePageRequest } from './helper-pages/helper-pages.ts';
import { jsonResponse, pause } from './server/responses.ts';
import { type BackendOptions, resolveOptions, type Settings } from './world/options.ts';
import { plantSeed } from './world/seed.ts';
import { World } from './world/world.ts';

/** A complete admissions backend: states, mail, staff and payment providers. */
export interface Backend {
  /** Handles one request: the API under `/api`, the helper pages under `/_mock`. Never throws. */
  fetch(request: Request): Promise<Response>;
  /** Deletes all records and plants the seed again. */
  reset(): Promise<void>;
  readonly options: Readonly<Settings>;
}

/**
 * Starts a backend in this process, without a port (`serve` in `@one-planet/mocks/node` gives it one).
 * @param ownFaults additional faults that the caller defines
 * @throws {Error} for an unknown fault, or an option out of range
 */
export async function createBackend(
  options: BackendOptions = {},
  ownFaults: readonly Fault[] = [],
): Promise<Backend> {
  const settings = resolveOptions(options);
  const routes = new Routes(settings.dialect);
  const faults = [...findFaults(settings.faults), ...ownFaults];
  let world = await newWorld(settings, faults);
  let callCount = 0;

  const backend: Backend = {
    options: settings,
    reset: async () => {
      world = await newWorld(settings, faults);
      callCount = 0;
    },
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/api/')) {
        callCount += 1;
        const response = await handleApiCall(world, routes, faults, request, callCount);
        if (settings.latencyMs > 0) await pause(settings.latencyMs, request.signal);
        return response;
      }
      if (/^[/]_mock(?:[/]|$)/.test(pathname))
        return await handlePageRequest({ world, request, reset: backend.reset });
      if (pathname === '/') return Response.redirect(new URL('/_mock', request.url), 303);
      return jsonResponse(404, {
        message: `There is nothing at ${pathname}; the API is under /api.`,
      });
    },
  };
  return backend;
}

async function newWorld(settings: Settings, faults: readonly Fault[]): Promise<World> {
  const world = new World(settings);
  await plantSeed(world);
  for (const fault of faults) await fault.world?.(world);
  return world;
}
