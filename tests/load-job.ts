/** The manifest of the load run in a cluster: read, checked, and its command run as a pod would. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

const root = new URL('../', import.meta.url);

/** The documents of `docs/load/job.yaml`, as they would be sent. */
export function readManifest() {
  const text = readFileSync(new URL('docs/load/job.yaml', root), 'utf8');
  const [map, job] = parseAllDocuments(text).map((document) => document.toJS());
  return { configMap: map, job, container: job.spec.template.spec.containers[0] };
}
export type Manifest = ReturnType<typeof readManifest>;

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
