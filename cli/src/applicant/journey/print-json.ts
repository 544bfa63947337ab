import { toCurl } from '@one-planet/sdk';
import type { ResolvedSettings } from '../../config/load.ts';
import type { JourneyContext } from './context.ts';
import type { Failure } from './failure.ts';
import type { Walked } from './pool.ts';
import { clean, secretsOf } from './secrets.ts';

/** Journeys as one JSON document, without secrets. */
export function journeyJson(settings: ResolvedSettings, { journeys, exitCode }: Walked): string {
  const document = {
    target: settings.target,
    dialect: settings.dialectName,
    exitCode,
    journeys: journeys.map(({ context, result }) => ({
      ...result,
      ms: Math.round(result.ms),
      steps: result.steps.map(({ failure, ms, note, ...step }) => ({
        ...step,
        ms: Math.round(ms),
        note: clean(note, context),
        ...(failure ? { failure: told(failure, context) } : {}),
      })),
    })),
  };
  return JSON.stringify(document, null, 2);
}

function told({ exchange, ...failure }: Failure, context: JourneyContext) {
  const curl = exchange && toCurl(exchange, { known: secretsOf(context) });
  return clean({ ...failure, ...(curl ? { curl } : {}) }, context);
}
