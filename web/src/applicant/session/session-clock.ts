import { sessionLimits } from '@one-planet/contract/site-limits';

/** How far a session is, and when that changes. */
export interface SessionPhase {
  /** `0`: the session is over. Another number: the warning for that many minutes is due. `undefined`: neither. */
  minutesLeft: number | undefined;
  /** Milliseconds until the next phase; `undefined` after the end. */
  changesIn: number | undefined;
}

/**
 * Warnings come 5 minutes and 1 minute before the end (decisions, section 3).
 * @param endsAt and @param now in milliseconds since 1970
 */
export function sessionPhase(endsAt: number, now: number): SessionPhase {
  const left = endsAt - now;
  if (left <= 0) return { minutesLeft: 0, changesIn: undefined };
  const warnings = sessionLimits.warningsMs;
  const [due] = warnings.filter((warning) => left <= warning).sort((a, b) => a - b);
  const next = Math.max(0, ...warnings.filter((warning) => warning < left));
  return { minutesLeft: due && due / 60_000, changesIn: left - next };
}
