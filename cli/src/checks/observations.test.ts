import { describe, expect, test } from 'vitest';
import type { ApiResponse } from './http-messages.ts';
import { IssuedSecrets, otherPeopleInspector } from './observations.ts';

const upload = (name: string, applicantNumber: number) =>
  ({
    operation: 'files.upload',
    status: 200,
    about: applicantNumber,
    by: applicantNumber,
    text: name,
    json: name,
  }) as ApiResponse;
const answer = (text: string, url = 'http://x.example/api') =>
  ({ text, by: 1, about: 1, exchange: { url } }) as ApiResponse;

/** Looks at an answer to the first applicant, after these uploads. */
function lookAt(response: ApiResponse, ...uploads: ApiResponse[]): string | undefined {
  const issuedSecrets = new IssuedSecrets();
  for (const response of uploads) issuedSecrets.see(response);
  return otherPeopleInspector(() => [], issuedSecrets).inspect(response);
}

describe('the name of a file that was given to another applicant', () => {
  const name = '3f9a1c0b2d4e.png';

  test('is a leak where it stands in an answer to her, also without its ending', () => {
    const remark = 'the name of a file of another applicant';
    expect(lookAt(answer(`see ${name}`), upload(name, 2))).toBe(remark);
    expect(lookAt(answer('see 3f9a1c0b2d4e'), upload(name, 2))).toBe(remark);
  });

  test('is none where she asked for it, or was given it herself', () => {
    const ownRequest = answer(`no ${name}`, `http://x.example/api/files/${name}`);
    expect(lookAt(ownRequest, upload(name, 2))).toBe(undefined);
    expect(lookAt(answer(name), upload(name, 2), upload(name, 1))).toBe(undefined);
  });

  test('is none where it is but a date', () => {
    expect(lookAt(answer('paid on 20261122'), upload('20261122.png', 2))).toBe(undefined);
  });
});
