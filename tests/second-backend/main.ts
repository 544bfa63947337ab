/**
 * Runs the second backend until Ctrl-C:
 * `npx tsx --conditions=@one-planet/source tests/second-backend/main.ts [port] [canonical]`
 */
import { startSecondBackend } from './index.ts';

const [port = '8080', reading] = process.argv.slice(2);

try {
  const { url } = await startSecondBackend({
    port: Number(port),
    reading: reading === 'canonical' ? reading : 'alternate',
  });
  console.log(`The second backend listens on ${url}. Ctrl-C ends it.`);
} catch (error) {
  console.error(`Port ${port} can't be had, give another one: ${(error as Error).message}`);
  process.exitCode = 2;
}
