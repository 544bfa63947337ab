/** The Artillery script of docs/load.md, with the package as it is built; Artillery itself is in CONTRIBUTING.md. */
import { readFile } from 'node:fs/promises';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

const folder = new URL('../../docs/load/', import.meta.url);

test('it calls a function that the package exports, and every metric of its thresholds is measured', async () => {
  const script = parse(await readFile(new URL('artillery.yaml', folder), 'utf8'));
  const { processor, plugins } = script.config;
  const { function: name } = script.scenarios[0].flow[0];
  const { [name]: walk } = await import(new URL(processor, folder).href);
  const { url, close } = await serve(await createBackend({}));
  onTestFinished(close);
  const measured = new Set<string>();
  const emit = (_: string, metric: string) => measured.add(metric);
  await walk({ vars: { target: url } }, { emit });
  const { thresholds, conditions } = plugins.ensure;
  const used = [
    ...thresholds.flatMap(Object.keys),
    ...conditions.flatMap(({ expression }: { expression: string }) =>
      expression.match(/[a-z][\w.]+/gi),
    ),
  ];
  expect(used.length).toBeGreaterThan(3);
  for (const metric of used) expect(measured).toContain(metric.replace(/\.(p\d+|count)$/, ''));
});
