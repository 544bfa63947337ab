/** `npm run build`: the site as static files in `dist/`, its public pages rendered to HTML. */
import { buildSite } from './build-site.ts';
import { readOptions } from './options.ts';
import { problemIn } from './problem.ts';

// Always a production build: under a test runner NODE_ENV is `test`, which React takes for development.
process.env.NODE_ENV = 'production';

try {
  await buildSite(await readOptions(process.argv.slice(2)));
} catch (error) {
  const problem = problemIn(error);
  if (!problem) throw error;
  console.error(problem.message);
  process.exitCode = 1;
}
