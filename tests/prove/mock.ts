/**
 * `npm run mock -- --fault NAME`: the command `admissions mock`, which knows all faults and variations here. The
 * installed one knows those of mocks/src/faults.
 */
import { run } from '../../cli/src/program.ts';
import './faults/all-faults.ts';

process.exitCode = await run(['mock', ...process.argv.slice(2)]);
