import { canonical, type Dialect } from '@one-planet/contract';

/** How a mock backend behaves; everything has a default. */
export interface BackendOptions {
  /** The only wire it speaks: paths, field names, value styles. Default: canonical. */
  dialect?: Dialect;
  /** Same seed, same data: programs, pictures, questions and their order, tokens, codes, people. Default 1. */
  seed?: number;
  /** Added to every `/api` answer. Default 0. */
  latencyMs?: number;
  /** Default 20. */
  examMinutes?: number;
  /** How often a failed exam may be taken again. Default: any number of times. */
  retakes?: number;
  /** How many applicants exist from the start, spread over all states. Default 0. */
  applicants?: number;
  /** Names of faults, see `faultList`. */
  faults?: readonly string[];
  /** Names of harmless variations, see `harmlessList`: other correct ways to behave. */
  harmless?: readonly string[];
  /** Where the site is: activation links lead there. Default http://127.0.0.1:5173. */
  siteOrigin?: string;
  /** Where this mock can be reached, for the payment provider's address. Default: the origin of the request. */
  publicOrigin?: string | (() => string);
  /** The clock, in milliseconds. */
  now?: () => number;
}

/** The options with every default filled in; only `publicOrigin` may stay open. */
export type Settings = Required<Omit<BackendOptions, 'publicOrigin'>> &
  Pick<BackendOptions, 'publicOrigin'>;

/** @throws {Error} for a number out of range */
export function resolveOptions(options: BackendOptions): Settings {
  const settings: Settings = {
    dialect: options.dialect ?? canonical,
    seed: options.seed ?? 1,
    latencyMs: options.latencyMs ?? 0,
    examMinutes: options.examMinutes ?? 20,
    retakes: options.retakes ?? Number.POSITIVE_INFINITY,
    applicants: options.applicants ?? 0,
    faults: options.faults ?? [],
    harmless: options.harmless ?? [],
    siteOrigin: (options.siteOrigin ?? 'http://127.0.0.1:5173').replace(/\/+$/, ''),
    publicOrigin: options.publicOrigin,
    now: options.now ?? Date.now,
  };
  for (const name of ['latencyMs', 'examMinutes', 'retakes', 'applicants'] as const) {
    const min = name === 'examMinutes' ? Number.MIN_VALUE : 0;
    if (!(settings[name] >= min)) throw new Error(`${name} can't be ${settings[name]}.`);
  }
  if (!Number.isInteger(settings.applicants)) {
    throw new Error(`applicants can't be ${settings.applicants}.`);
  }
  return settings;
}
