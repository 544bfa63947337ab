/** The program from whose page an applicant began, until she applies for it, days later, after the test and the fee. */

import { makeProgramSlug } from './addresses.ts';
import { dropFromDevice, keepOnDevice, readFromDevice } from './storages.ts';

const wantedProgramKey = 'wanted-program';

export function keepWantedProgram(programName: string): void {
  keepOnDevice(wantedProgramKey, makeProgramSlug(programName));
}

export function dropWantedProgram(): void {
  dropFromDevice(wantedProgramKey);
}

/** @returns whether it is the program from whose page she began */
export function isWantedProgram(programName: string): boolean {
  return readFromDevice(wantedProgramKey) === makeProgramSlug(programName);
}
