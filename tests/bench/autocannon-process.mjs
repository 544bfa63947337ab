// Runs autocannon in a process of its own, whose CPU time is then its alone. Prints a ToolRun.
import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';

const [url, file, connections, duration] = process.argv.slice(2);
const calls = JSON.parse(await readFile(file, 'utf8'));
const requests = calls.map(({ method, path, headers, body }) => ({
  method,
  path,
  headers,
  ...(body ? { body: Buffer.from(body, 'base64') } : {}),
}));
const before = process.cpuUsage();
const result = await autocannon({
  url,
  requests,
  connections: Number(connections),
  duration: Number(duration),
});
const { user, system } = process.cpuUsage(before);
if (result.non2xx > 0 || result.errors > 0) {
  throw new Error(`${result.non2xx} refusals and ${result.errors} errors`);
}
const answersPerSecond = result.requests.average;
const cpuMs = (user + system) / 1000 / result.requests.total;
process.stdout.write(JSON.stringify({ answersPerSecond, cpuMs }));
