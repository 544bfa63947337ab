/** A load run over several processes of the built command, as the manifest for a cluster starts them. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { admissions } from '../support/admissions.ts';
import { importFrom, installOnDemand } from '../support/installed.ts';
import { ownFolder } from '../support/own-folder.ts';

interface Report {
  journeys: Record<'started' | 'through' | 'failed', number>;
}

const root = new URL('../../', import.meta.url);
const manifest = readManifest();
const indexes = Array.from({ length: manifest.job.spec?.completions ?? 0 }, (_, index) => index);
const [applicants, rate] = [5, 20];
const folder = await ownFolder();
let parts: Report[];
let merged: Report;
let state: { applicants: Record<string, number> };
let talk: string;

/** Each pod of the Job as a process of its own, with its own command; then the reports of their logs merged. */
beforeAll(async () => {
  const { url, close } = await serve(await createBackend({}));
  const pod = await podsIn(folder, manifest, {
    ADMISSIONS_TARGET: url,
    APPLICANTS: String(applicants),
    RATE: String(rate),
    RAMP: '0',
  });
  const pods = await Promise.all(indexes.map(pod));
  talk = await readFile(join(folder, 'talk-0'), 'utf8');
  expect(
    pods.map(({ exitCode }) => exitCode),
    talk,
  ).toEqual(indexes.map(() => 0));
  state = await (await fetch(`${url}/_mock/state.json`)).json();
  await close();
  const files = indexes.map((index) => join(folder, `load-${index}.json`));
  await Promise.all(files.map((file, at) => writeFile(file, pods[at]?.stdout ?? '')));
  const all = join(folder, 'all.json');
  expect((await admissions('merge', ...files, '--report', `json=${all}`)).exitCode).toBe(0);
  const read = async (file: string): Promise<Report> => JSON.parse(await readFile(file, 'utf8'));
  parts = await Promise.all(files.map(read));
  merged = await read(all);
});

describe('the manifest', () => {
  test('starts as many pods as the run has shards, all at once', () => {
    const { completions, parallelism, completionMode } = manifest.job.spec ?? {};
    const shards = manifest.container.env.find(({ name }: { name: string }) => name === 'SHARDS');
    expect(completionMode).toBe('Indexed');
    expect([completions, parallelism]).toEqual([Number(shards.value), Number(shards.value)]);
  });

  test('gives them no rights', () => {
    const { template } = manifest.job.spec ?? {};
    expect(template?.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(manifest.container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: { requests: { cpu: '1' }, limits: { memory: '512Mi' } },
    });
  });

  test('keeps the talk out of the log, where it can be read all the same', () => {
    expect(talk).toMatch(/2 of 2 journeys finished/);
  });
});

test('the pods walk all applicants of the run between them', () => {
  expect(parts.map(({ journeys }) => journeys.through)).toEqual([2, 2, 1]);
  expect(merged.journeys).toMatchObject({ started: applicants, through: applicants, failed: 0 });
  expect(state.applicants.APPLIED).toBe(applicants);
});

/** The documents of `docs/load/job.yaml`, as they would be sent. */
function readManifest() {
  const text = readFileSync(new URL('docs/load/job.yaml', root), 'utf8');
  const [map, job] = parseAllDocuments(text).map((document) => document.toJS());
  return { configMap: map, job, container: job.spec.template.spec.containers[0] };
}
type Manifest = ReturnType<typeof readManifest>;

interface PodRun {
  exitCode: number | null;
  /** The log. */
  stdout: string;
}

/** Prepares what a pod of the Job finds, and runs its command. @returns a function that runs the pod of an index */
async function podsIn(
  folder: string,
  { configMap, container }: Manifest,
  own: Record<string, string>,
): Promise<(index: number) => Promise<PodRun>> {
  const bin = fileURLToPath(new URL('cli/bin/admissions.js', root));
  const command = join(folder, 'admissions');
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  await chmod(command, 0o755);
  const config = join(folder, 'admissions.config.json');
  await writeFile(config, configMap.data?.['admissions.config.json'] ?? '');
  return async (index) => {
    const env: Record<string, string> = { ...process.env, NO_COLOR: '1' } as Record<string, string>;
    for (const { name, value, valueFrom } of container.env) {
      env[name] = value ?? configMap.data?.[valueFrom.configMapKeyRef.key];
    }
    const [shell, ...args] = [...container.command, ...container.args];
    const child = spawn(shell, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...env,
        ADMISSIONS_CONFIG: config,
        JOB_COMPLETION_INDEX: String(index),
        TALK: join(folder, `talk-${index}`),
        PATH: `${folder}:${process.env.PATH}`,
        ...own,
      },
    });
    const kill = () => void child.kill('SIGKILL');
    process.once('exit', kill);
    let stdout = '';
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
    process.off('exit', kill);
    return { exitCode, stdout };
  };
}

type Validated = new (document: unknown) => { validate: () => void };

/**
 * Checks that a Job has only fields the API knows: its schema lets others pass, like a cluster without strict validation. @returns what is wrong, in the compiler's words
 */
function unknownFields(installed: string, job: unknown): string[] {
  const name = join(installed, 'load-job.ts');
  const source = `import type { IJob } from 'kubernetes-models/batch/v1/Job';
const job: IJob = ${JSON.stringify(job)};`;
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === name || fileExists(path);
  host.getSourceFile = (path, ...more) =>
    path === name
      ? ts.createSourceFile(path, source, ts.ScriptTarget.ES2022)
      : getSourceFile(path, ...more);
  const program = ts.createProgram([name], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(name))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

test('it is what the schemas ask for, without a field they do not know', async () => {
  const installed = await installOnDemand('kubernetes-models@4.5.1');
  const { configMap, job } = manifest;
  const { Job } = (await importFrom(installed, 'kubernetes-models/batch/v1')) as { Job: Validated };
  const { ConfigMap } = (await importFrom(installed, 'kubernetes-models/v1')) as {
    ConfigMap: Validated;
  };
  expect(() => new ConfigMap(configMap).validate()).not.toThrow();
  expect(() => new Job(job).validate()).not.toThrow();
  expect(unknownFields(installed, job)).toEqual([]);
});
