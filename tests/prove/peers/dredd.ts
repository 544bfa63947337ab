import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Call, methodOf, pathOf } from './call.ts';
import { findOperationIn, readDocument } from './document.ts';
import { hooks } from './dredd-hooks.ts';
import { multipart } from './multipart.ts';
import { toOpenApi30 } from './open-api-30.ts';
import type { Found, Peer } from './peer.ts';
import { runScript } from './program.ts';

export const dredd: Peer = {
  name: 'Dredd',
  package: 'dredd',
  version: '14.1.0',
  bin: 'node_modules/dredd/bin/dredd',
  run,
};

async function run({ url, folder, script, calls }: Parameters<Peer['run']>[0]): Promise<Found> {
  const document = await readDocument();
  const sent = await Promise.all(
    calls.map(async (call) => {
      const { path, operation } = findOperationIn(document, call.operation);
      const name = `${path} > ${operation.summary} > ${call.status}`;
      const types = Object.keys(operation.responses[call.status]?.content ?? {});
      const anyType = types.length > 1 || types[0] === 'text/plain';
      return [name, { operation: call.operation, anyType, ...(await requestOf(call)) }];
    }),
  );
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(toOpenApi30(document)));
  await writeFile(join(folder, 'sent.json'), JSON.stringify(Object.fromEntries(sent)));
  await writeFile(join(folder, 'hooks.cjs'), hooks);
  const started = performance.now();
  const { timedOut, output } = await runScript(
    script,
    ['openapi.json', `${url}/api`, '--hookfiles=./hooks.cjs', '--loglevel=error'],
    { folder },
  );
  const seconds = (performance.now() - started) / 1000;
  const written = await readFile(join(folder, 'findings.json'), 'utf8').catch(() => '');
  if (timedOut) return { findings: ['did not end in time'], seconds };
  if (written === '') throw new Error(`Dredd told nothing: ${output.slice(-1000)}`);
  return { findings: JSON.parse(written), seconds };
}

/** What the hook puts in the place of the documented request. */
async function requestOf(call: Call) {
  const headers: Record<string, string> = { Accept: '*/*' };
  if (call.token) headers.Authorization = `Bearer ${call.token}`;
  const path = `/api${pathOf(call)}`;
  if (call.file) {
    const { type, bytes } = await multipart(call.file);
    headers['Content-Type'] = type;
    return { path, headers, body: bytes.toString('base64'), bodyEncoding: 'base64' };
  }
  const empty = methodOf(call) === 'GET' || call.body === undefined;
  if (!empty) headers['Content-Type'] = 'application/json';
  return { path, headers, body: empty ? '' : JSON.stringify(call.body), bodyEncoding: 'utf-8' };
}
