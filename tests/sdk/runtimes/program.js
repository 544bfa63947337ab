/** For Node, Bun and Deno: program.js ADDRESS CREDENTIALS */
import { makeCalls } from './journey.js';

const [baseUrl, credentials] = globalThis.Deno?.args ?? process.argv.slice(2);
console.log(JSON.stringify(await makeCalls(baseUrl, JSON.parse(credentials))));
