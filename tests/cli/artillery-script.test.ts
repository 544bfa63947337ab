/**
 * The Artillery script of docs/load.md, with the built package. CONTRIBUTING.md has the command that runs Artillery
 * itself.
 */
import { readFile } from 'node:fs/promises';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

const artilleryFolder = new URL('../../docs/load/', import.meta.url);

test('the script calls a function that the package exports, which measures every metric of the thresholds', async () => {
  const artilleryScript = parse(await readFile(new URL('artillery.yaml', artilleryFolder), 'utf8'));
  const { processor, plugins } = artilleryScript.config;
  const { function: functionName } = artilleryScript.scenarios[0].flow[0];
  const { [functionName]: walkJourney } = await import(new URL(processor, artilleryFolder).href);
  const { url, close } = await serve(await createBackend({}));
  onTestFinished(close);
  const measuredMetrics = new Set<string>();
  const emit = (_: string, metric: string) => measuredMetrics.add(metric);
  await walkJourney({ vars: { target: url } }, { emit });
  const { thresholds, conditions } = plugins.ensure;
  const usedMetrics = [
    ...thresholds.flatMap(Object.keys),
    ...conditions.flatMap(({ expression }: { expression: string }) =>
      expression.match(/[a-z][\w.]+/gi),
    ),
  ];
  expect(usedMetrics.length).toBeGreaterThan(3);
  for (const metric of usedMetrics)
    expect(measuredMetrics).toContain(metric.replace(/\.(p\d+|count)$/, ''));
});
