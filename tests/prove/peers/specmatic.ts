import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answered } from './ask.ts';
import { type Call, methodOf, pathOf } from './call.ts';
import type { Found, Peer, Surroundings } from './peer.ts';
import { runScript } from './program.ts';
import { fileName, putFiles } from './samples.ts';
import { keyOf, model, takenOf } from './specmatic-model.ts';

export const specmatic: Peer = {
  name: 'Specmatic',
  package: 'specmatic',
  version: '2.55.1',
  bin: 'node_modules/specmatic/dist/bin/index.js',
  madeFor:
    'It turns an API description into contract tests and stubs, for the two sides of a service that share it: requests from its examples, or made up from the schemas, and answers held against the schemas.',
  how: "As contract tests with the prepared calls as external examples, and a token for the rest in the environment. Its copy of our document is OpenAPI 3.0 with one content type for each answer, since it can't hold one status with several; uploads are left out, because the mock's reader of forms (Node's) refuses the way it writes them; its generated tests are off, since they did not end in 90 seconds.",
  run,
};

async function run({ url, folder, script, calls, known }: Surroundings): Promise<Found> {
  const examples = join(folder, 'examples');
  await mkdir(examples);
  await putFiles(folder);
  const { document, answers } = await model();
  for (const call of takenOf(calls)) {
    const name = `${call.operation.replace('.', '-')}-${call.status}.json`;
    // Specmatic reads text in brackets as the name of a type; an answer of the exam is such a text.
    const example = JSON.stringify(exampleOf(call, answers.get(keyOf(call)), folder)).replace(
      /"\(([^"]*)\)"/g,
      '"$1"',
    );
    await writeFile(join(examples, name), example);
  }
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  const started = performance.now();
  const { timedOut, output } = await runScript(
    script,
    [
      'test',
      'openapi.json',
      `--testBaseURL=${url}/api`,
      '--examples=examples',
      '--junitReportDir=junit',
    ],
    { folder, timeoutMs: 90_000, env: { bearer: known.tokens.paid } },
  );
  const seconds = (performance.now() - started) / 1000;
  if (timedOut) return { findings: ['did not end in time'], seconds };
  const report = await readFile(join(folder, 'junit/TEST-junit-jupiter.xml'), 'utf8').catch(
    () => '',
  );
  if (report === '') throw new Error(`Specmatic told nothing: ${output.slice(-1000)}`);
  return { findings: [...new Set(findingsIn(report))].sort(), seconds };
}

/** Of every failed test: which example it was, where in the answer it failed, and why. */
function findingsIn(report: string): string[] {
  return report.split('<testcase ').flatMap((test) => {
    const [, told] = /<failure[^>]*><!\[CDATA\[([\s\S]*?)\]\]>/.exec(test) ?? [];
    if (told === undefined) return [];
    const name = /Scenario: ([^"]*)"/.exec(test)?.[1] ?? 'test';
    const lines = told.split('\n').map((line) => line.trim());
    const where = lines.filter((line) => line.startsWith('>> '));
    const why = lines.filter((line) => /^R\d{4}:|expected status|must be|Can't/.test(line));
    return `${name.replaceAll('&gt;', '>')}: ${[...where, ...why].join(' ').replace(/\b\d{4,}\b/g, 'N')}`;
  });
}

function exampleOf(call: Call, answer: Answered | undefined, folder: string) {
  const { token, body, file, status } = call;
  // Left without a token, Specmatic takes one from its environment.
  const auth = token ?? (status === 401 ? 'unknown' : undefined);
  const form = file && [{ name: 'file', filename: `@${join(folder, fileName(file))}` }];
  const hasBody = body !== undefined && methodOf(call) !== 'GET';
  const request = {
    method: methodOf(call),
    path: pathOf(call),
    ...(auth ? { headers: { Authorization: `Bearer ${auth}` } } : {}),
    ...(form ? { 'multipart-formdata': form } : hasBody ? { body } : {}),
  };
  return { 'http-request': request, 'http-response': { status, body: answer?.body } };
}
