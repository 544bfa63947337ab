/** `npx tsx --conditions=source tests/second-backend/main.ts [port]`: the second backend, until Ctrl-C. */
import { startSecondBackend } from './index.ts';

const port = process.argv[2] ?? '8080';

try {
  const { url } = await startSecondBackend({ port: Number(port) });
  console.log(`The second backend listens on ${url}. Ctrl-C ends it.`);
} catch (error) {
  console.error(`Port ${port} can't be had, give another one: ${(error as Error).message}`);
  process.exitCode = 2;
}
