import { expect, test } from 'vitest';
import { findDoubt } from './doubtful-answers.ts';

test.each([
  ['grade10Result', '4.5'],
  ['grade12Result', '701'],
  ['grade12Result', '-1'],
  ['grade10Year', '1820'],
  ['dateOfBirthDay', '1929'],
])('%s %s is asked about', (controlName, answer) => {
  expect(findDoubt(controlName, answer)).toMatch(/^Is this right\?/);
});

test.each([
  ['grade10Result', '3,5'],
  ['grade12Result', '700'],
  ['grade10Year', '2009'],
  ['dateOfBirthDay', '2004'],
  ['highSchoolAddress', '99999'],
  ['grade12Result', ''],
])('%s "%s" is not', (controlName, answer) => {
  expect(findDoubt(controlName, answer)).toBeUndefined();
});
