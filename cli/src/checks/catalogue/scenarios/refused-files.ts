import type { FileKind } from '@one-planet/contract';
import type { UploadFile } from '../../../applicant/sample-files.ts';
import type { Check, Level } from '../../check.ts';
import { expectRefused } from '../../expect.ts';
import { leavingAlone } from '../../people/snapshot.ts';
import { readStoredName } from '../../wire/reply.ts';
import { scenario } from './scenario.ts';

/** A backend may look at names alone: what only the bytes show is its own choice to find. */
const byContentOnly: readonly string[] = [
  'program-as-picture',
  'page-as-picture',
  'text-as-document',
  'cut-off-document',
  'cut-off-picture',
];

/** A file that is refused at the upload, or where the biography names it. @param words begin the sentence */
export function refusesFile(
  name: string,
  words: string,
  kind: FileKind,
  file: () => UploadFile,
): Check {
  const level: Level = byContentOnly.includes(name) ? 'should' : 'must';
  const word = level === 'must' ? 'MUST' : 'SHOULD';
  return scenario({
    id: `files.upload/refuses/${name}`,
    level,
    sentence: `${words} ${word} be refused, either at the upload or where it is used.`,
    rule: byContentOnly.includes(name) ? 'files#content-counts' : 'files#types-and-sizes',
    proves: 'Either the upload or the biography that names it is refused.',
    leavesOpen: 'Which of the two.',
    stage: 'BIOGRAPHIC_APPLICANT',
    run: async (context) => {
      const person = await context.person('BIOGRAPHIC_APPLICANT');
      const reply = await context.sendAs(person, 'files.upload', { file: file() });
      if (reply.status >= 400) return;
      const { body } = await context.call('applicants.saveBioData', person);
      await leavingAlone(context, person, 'applicants.saveBioData', async () => {
        const used = await context.sendAs(person, 'applicants.saveBioData', {
          body: { ...(body as object), [kind]: readStoredName(reply) },
        });
        expectRefused(context, used, words.replace(/^A/, 'a'), { prefer: [400] });
      });
    },
  });
}
