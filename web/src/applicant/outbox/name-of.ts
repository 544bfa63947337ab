import { sizeInWords } from '../../site/sizes.ts';
import { sizeOf, type Waiting } from '../waiting.ts';
import { texts } from './words.ts';

const names: Readonly<Record<Waiting['step'], string>> = {
  'payments.makeOffline': texts.steps.payment,
  'applicants.saveBioData': texts.steps.biography,
  'applicants.saveEducationData': texts.steps.education,
  'applicants.saveContactData': texts.steps.contact,
  'applicants.applyForProgram': texts.steps.application,
};

/** @returns what waits, in words */
export function nameOf({ step }: Waiting): string {
  return names[step];
}

/** @returns what waits, with the size of its files if it has any */
export function nameWithSizeOf(item: Waiting): string {
  const size = sizeOf(item);
  return size > 0 ? texts.withFiles(nameOf(item), sizeInWords(size)) : nameOf(item);
}
