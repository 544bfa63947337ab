/** The manifest of the load run in a cluster: read, checked, and its command run as a pod would. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Job } from 'kubernetes-models/batch/v1';
import { ConfigMap } from 'kubernetes-models/v1';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

const root = new URL('../', import.meta.url);

/** The documents of `docs/load/job.yaml`, as they would be sent. */
export function readManifest() {
  const text = readFileSync(new URL('docs/load/job.yaml', root), 'utf8');
  const [map, job] = parseAllDocuments(text).map((document) => document.toJS());
  const configMap = new ConfigMap(map);
  return { configMap, job: new Job(job), container: job.spec.template.spec.containers[0] };
}
export type Manifest = ReturnType<typeof readManifest>;

/**
 * Checks that a Job has only fields the API knows: its schema lets others pass, like a cluster without strict validation. @returns what is wrong, in the compiler's words
 */
export function unknownFields(job: unknown): string[] {
  const name = fileURLToPath(new URL('tests/load-job-as-typescript.ts', root));
  const source = `import type { IJob } from 'kubernetes-models/batch/v1/Job';
export const job: IJob = ${JSON.stringify(job)};`;
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

interface PodRun {
  exitCode: number | null;
  /** The log. */
  stdout: string;
}

/** Prepares what a pod of the Job finds, and runs its command. @returns a function that runs the pod of an index */
export async function podsIn(
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
