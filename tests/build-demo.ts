/** `npm run build:demo`: the site of `admissions demo`, with the mock's programs and the example content in its pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';

const contentFile = fileURLToPath(new URL('../web/content.example.json', import.meta.url));
const backend = await serve(await createBackend());
try {
  const buildArguments = ['--programs', `${backend.url}/api`, '--content', contentFile];
  const build = spawn('npm', ['run', 'build', '-w', 'web', '--', ...buildArguments], {
    cwd: new URL('../', import.meta.url),
    stdio: 'inherit',
  });
  const [exitCode] = await once(build, 'exit');
  process.exitCode = exitCode ?? 1;
} finally {
  await backend.close();
}
