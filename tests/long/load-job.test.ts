/** The manifest of the load run in a cluster, against the schemas of Kubernetes. */
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { readManifest } from '../load-job.ts';
import { importFrom, installOnDemand } from '../on-demand.ts';

type Validated = new (document: unknown) => { validate: () => void };

let folder: string;
beforeAll(async () => {
  folder = await installOnDemand('kubernetes-models@4.5.1');
});

/**
 * Checks that a Job has only fields the API knows: its schema lets others pass, like a cluster without strict validation. @returns what is wrong, in the compiler's words
 */
function unknownFields(job: unknown): string[] {
  const name = join(folder, 'load-job.ts');
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

test('it is what the schemas ask for, without a field they do not know', async () => {
  const { configMap, job } = readManifest();
  const { Job } = (await importFrom(folder, 'kubernetes-models/batch/v1')) as { Job: Validated };
  const { ConfigMap } = (await importFrom(folder, 'kubernetes-models/v1')) as {
    ConfigMap: Validated;
  };
  expect(() => new ConfigMap(configMap).validate()).not.toThrow();
  expect(() => new Job(job).validate()).not.toThrow();
  expect(unknownFields(job)).toEqual([]);
  // And a mistake in it would be noticed.
  expect(unknownFields({ ...job, spec: { ...job.spec, completion: 3 } }).join()).toContain(
    'completion',
  );
});
