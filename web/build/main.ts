/** `npm run build`: the site as static files in `dist/`, its public pages rendered to HTML. */
import { buildSite } from './build-site.ts';
import { readOptions } from './options.ts';
import { problemIn } from './problem.ts';
import { switchWorkerOff } from './worker-switch.ts';

// Always a production build: a test runner sets NODE_ENV to `test`, which React treats as development.
process.env.NODE_ENV = 'production';

try {
  const options = await readOptions(process.argv.slice(2));
  await (options.isOff ? switchWorkerOff(options) : buildSite(options));
} catch (error) {
  const problem = problemIn(error);
  if (!problem) throw error;
  console.error(problem.message);
  process.exitCode = 1;
}
