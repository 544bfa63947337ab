import { toCurl } from '@one-planet/sdk';
import type { ResolvedSettings } from '../config/load.ts';
import { exitCodes } from '../exit.ts';
import type { Walked } from '../journey/pool.ts';
import { clean } from './clean.ts';

/** Journeys as one JSON document, without secrets. */
export function journeyJson(settings: ResolvedSettings, journeys: Walked['journeys']): string {
  const exitCode = journeys
    .map(({ result }) => result.exitCode)
    .find((code) => code !== exitCodes.done);
  const document = {
    target: settings.target,
    dialect: settings.dialectName,
    exitCode: exitCode ?? exitCodes.done,
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

function told(
  {
    exchange,
    ...failure
  }: NonNullable<Walked['journeys'][number]['result']['steps'][number]['failure']>,
  context: Walked['journeys'][number]['context'],
) {
  const curl = exchange && toCurl(exchange, { known: [context.applicant.password] });
  return clean({ ...failure, ...(curl ? { curl } : {}) }, context);
}
