import { canonical, type Dialect } from '@one-planet/contract';

/** How a mock backend behaves; everything has a default. */
export interface BackendOptions {
  /** The only dialect that the backend understands: paths, field names, value styles. Default: canonical. */
  dialect?: Dialect;
  /**
   * The same seed leads to the same data: programs, pictures, questions and their order, tokens, codes, people. Default
   * 1.
   */
  seed?: number;
  /** Delays every `/api` response. Default 0. */
  latencyMs?: number;
  /** Default 20. */
  examMinutes?: number;
  /** How often a failed exam may be repeated. Default: any number of times. */
  retakes?: number;
  /** How many applicants exist from the start, in all states in turn. Default 0. */
  applicants?: number;
  /** Names of faults, see `faultList`. */
  faults?: readonly string[];
  /** The origin of the site, which activation links lead to. Default http://127.0.0.1:5173. */
  siteOrigin?: string;
  /**
   * Further origins whose pages may call the API, e.g. of a development server; `null` for pages that are opened as
   * files. Default: none but the site's.
   */
  allowedOrigins?: readonly string[];
  /** The clock, in milliseconds. */
  now?: () => number;
}

/** The options with all defaults filled in. */
export type Settings = Required<BackendOptions>;

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
    siteOrigin: (options.siteOrigin ?? 'http://127.0.0.1:5173').replace(/\/+$/, ''),
    allowedOrigins: options.allowedOrigins ?? [],
    now: options.now ?? Date.now,
  };
  for (const optionName of ['latencyMs', 'examMinutes', 'retakes', 'applicants'] as const) {
    const minValue = optionName === 'examMinutes' ? Number.MIN_VALUE : 0;
    if (!(settings[optionName] >= minValue))
      throw new Error(`${optionName} can't be ${settings[optionName]}.`);
  }
  if (!Number.isInteger(settings.applicants)) {
    throw new Error(`applicants can't be ${settings.applicants}.`);
  }
  return settings;
}
