/** A mock backend on a port: what `admissions mock` and `admissions demo` share, and the one in this process. */
import type { Dialect } from '@one-planet/contract';
import { CliError } from '../process/exit.ts';
import { type Listening, type Port, startOn } from '../process/listen.ts';
import { didYouMean } from '../process/nearest.ts';

/** How the mock is to behave. */
export interface MockOptions {
  seed?: number | undefined;
  latency?: number | undefined;
  examMinutes?: number | undefined;
  retakes?: number | undefined;
  applicants?: number | undefined;
  fault?: readonly string[] | undefined;
}

/**
 * Starts the mock backend.
 * @param siteOrigin where activation links lead; left out: the mock's own default
 * @throws {CliError} (exit 2) for an unknown fault or a port that cannot be had
 */
export async function startMock(
  { seed, latency, examMinutes, retakes, applicants, fault = [] }: MockOptions,
  port: Port,
  { dialect, siteOrigin }: { dialect: Dialect; siteOrigin?: string | undefined },
): Promise<Listening> {
  const { createBackend, faultList } = await import('@one-planet/mocks');
  const { serve } = await import('@one-planet/mocks/node');
  checkFaults(fault, faultList);
  const backend = await createBackend({
    dialect,
    siteOrigin,
    seed,
    latencyMs: latency,
    examMinutes,
    retakes,
    applicants,
    faults: fault,
  });
  return startOn(port, (number) => serve(backend, { port: number, host: '127.0.0.1' }));
}

function checkFaults(asked: readonly string[], known: readonly { name: string }[]): void {
  const names = known.map(({ name }) => name);
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const told = unknown.map((name) => `there is no fault "${name}"${didYouMean(name, names)}`);
  throw new CliError(
    `--fault: ${told.join('; ')}. See them all with: admissions mock --list-faults`,
  );
}

/** The mock backend in this process. */
export interface Embedded {
  /** Its address, without `/api`. */
  url: string;
  close: () => Promise<void>;
}

/** Starts a mock backend on a free port of this machine. The mock is loaded only now. */
export async function startEmbedded(options: {
  dialect: Dialect;
  seed?: number | undefined;
  siteOrigin?: string | undefined;
}): Promise<Embedded> {
  const [{ createBackend }, { serve }] = await Promise.all([
    import('@one-planet/mocks'),
    import('@one-planet/mocks/node'),
  ]);
  return serve(await createBackend(options), { port: 0, host: '127.0.0.1' });
}
