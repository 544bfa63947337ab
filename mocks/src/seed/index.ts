import type { World } from '../data/world.ts';
import { bankAccountSeed } from './bank-accounts.ts';
import { contentSeed } from './contents.ts';
import { coursesOf } from './courses.ts';
import { addApplicants, addStaff } from './people.ts';
import { programSeed } from './programs.ts';

/** Ids of their own, so that a program's id sent in their place is noticed. */
const firstBatchProgramId = 301;

/** Fills an empty world: the catalogue, the accounts, the people. */
export async function plantSeed(world: World): Promise<void> {
  for (const account of bankAccountSeed) await world.bankAccounts.create({ ...account });
  for (const content of contentSeed) await world.contents.create({ ...content });
  for (const [index, { prefix, ...program }] of programSeed.entries()) {
    await world.programs.create(program);
    await world.batchPrograms.create({
      id: firstBatchProgramId + index,
      program: { id: program.id, name: program.name },
      batch: { id: 21, name: '2025 first intake' },
    });
    for (const course of coursesOf(prefix)) {
      await world.courses.create({ ...course, programId: program.id });
    }
  }
  await addStaff(world);
  await addApplicants(world, world.settings.applicants);
}
