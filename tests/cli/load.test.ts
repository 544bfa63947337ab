/** A load run over several processes of the built command, as the manifest for a cluster starts them. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { admissions } from '../support/admissions.ts';
import { importFrom, installOnDemand } from '../support/installed.ts';
import { ownFolder } from '../support/own-folder.ts';

interface Report {
  journeys: Record<'started' | 'through' | 'failed', number>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
/** The documents of `docs/load/job.yaml`, as they would be sent. */
const [configMap, job] = parseAllDocuments(
  readFileSync(join(root, 'docs/load/job.yaml'), 'utf8'),
).map((document) => document.toJS());
const [container] = job.spec.template.spec.containers;
const indexes = Array.from({ length: job.spec.completions }, (_, index) => index);
const applicants = 5;
const folder = await ownFolder();
const inFolder = (name: string) => join(folder, name);
let parts: Report[];
let merged: Report;
let state: { applicants: Record<string, number> };

/** Runs the container's command as the pod of an index. @returns its log */
async function runPod(index: number, own: Record<string, string>): Promise<string> {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
  for (const { name, value, valueFrom } of container.env)
    env[name] = value ?? configMap.data[valueFrom.configMapKeyRef.key];
  Object.assign(env, {
    ADMISSIONS_CONFIG: inFolder('admissions.config.json'),
    JOB_COMPLETION_INDEX: String(index),
    TALK: inFolder(`talk-${index}`),
    PATH: `${folder}:${process.env.PATH}`,
    ...own,
  });
  const [shell, ...args] = [...container.command, ...container.args];
  return (await run(shell, args, { env })).stdout;
}

/** Each pod of the Job as a process of its own, with its own command; then the reports of their logs merged. */
beforeAll(async () => {
  const command = `#!/bin/sh\nexec "${process.execPath}" "${root}cli/bin/admissions.js" "$@"\n`;
  await writeFile(inFolder('admissions'), command);
  await chmod(inFolder('admissions'), 0o755);
  await writeFile(inFolder('admissions.config.json'), configMap.data['admissions.config.json']);
  const { url, close } = await serve(await createBackend({}));
  const own = { ADMISSIONS_TARGET: url, APPLICANTS: `${applicants}`, RATE: '20', RAMP: '0' };
  const logs = await Promise.all(indexes.map((index) => runPod(index, own)));
  state = await (await fetch(`${url}/_mock/state.json`)).json();
  await close();
  const files = indexes.map((index) => inFolder(`load-${index}.json`));
  await Promise.all(files.map((file, at) => writeFile(file, logs[at] ?? '')));
  const all = inFolder('all.json');
  expect((await admissions('merge', ...files, '--report', `json=${all}`)).exitCode).toBe(0);
  const read = async (file: string): Promise<Report> => JSON.parse(await readFile(file, 'utf8'));
  parts = await Promise.all(files.map(read));
  merged = await read(all);
});

describe('the manifest', () => {
  test('starts as many pods as the run has shards, all at once', () => {
    const { completions, parallelism, completionMode } = job.spec;
    const shards = container.env.find(({ name }: { name: string }) => name === 'SHARDS');
    expect(completionMode).toBe('Indexed');
    expect([completions, parallelism]).toEqual([Number(shards.value), Number(shards.value)]);
  });

  test('gives them no rights', () => {
    expect(job.spec.template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: { requests: { cpu: '1' }, limits: { memory: '512Mi' } },
    });
  });

  test('keeps the talk out of the log, where it can be read all the same', async () => {
    expect(await readFile(inFolder('talk-0'), 'utf8')).toMatch(/2 of 2 journeys finished/);
  });
});

test('the pods walk all applicants of the run between them', () => {
  expect(parts.map(({ journeys }) => journeys.through)).toEqual([2, 2, 1]);
  expect(merged.journeys).toMatchObject({ started: applicants, through: applicants, failed: 0 });
  expect(state.applicants.APPLIED).toBe(applicants);
});

type Validated = new (document: unknown) => { validate: () => void };

test('it is what the schemas ask for, without a field they do not know', async () => {
  const installed = await installOnDemand('kubernetes-models@4.5.1');
  const { Job } = (await importFrom(installed, 'kubernetes-models/batch/v1')) as { Job: Validated };
  const { ConfigMap } = (await importFrom(installed, 'kubernetes-models/v1')) as {
    ConfigMap: Validated;
  };
  expect(() => new ConfigMap(configMap).validate()).not.toThrow();
  expect(() => new Job(job).validate()).not.toThrow();
  // The schema of a Job lets other fields pass, like a cluster without strict validation: its type does not.
  const source = `import type { IJob } from 'kubernetes-models/batch/v1/Job';
const job: IJob = ${JSON.stringify(job)};`;
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022'], types: [] },
    ...{ noEmit: true, skipLibCheck: true },
  };
  const config = JSON.stringify({ compilerOptions, files: ['load-job.ts'] });
  await writeFile(join(installed, 'load-job.ts'), source);
  await writeFile(join(installed, 'tsconfig.json'), config);
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['-p', installed]).catch((error) => error);
  expect(stdout).toBe('');
});
