import { describe, expect, test } from 'vitest';
import { makePerson } from './applicants.ts';
import type { ApiResponse } from './http-messages.ts';
import { IssuedSecrets, makeOtherPeopleInspector, makeSecretsInspector } from './leaks.ts';

const makeUploadResponse = (name: string, applicantNumber: number) =>
  ({
    operation: 'files.upload',
    status: 200,
    subjectNumber: applicantNumber,
    senderNumber: applicantNumber,
    text: name,
    json: name,
  }) as ApiResponse;
const makeResponse = (text: string, url = 'http://x.example/api') =>
  ({ text, senderNumber: 1, subjectNumber: 1, exchange: { url } }) as ApiResponse;

/** Looks at an answer to the first applicant, after these uploads. */
function inspectAfterUploads(response: ApiResponse, ...uploads: ApiResponse[]): string | undefined {
  const issuedSecrets = new IssuedSecrets();
  for (const response of uploads) issuedSecrets.noteSecrets(response);
  return makeOtherPeopleInspector(() => [], issuedSecrets).inspect(response);
}

describe('the name of a file that was given to another applicant', () => {
  const fileName = '3f9a1c0b2d4e.png';

  test('is a leak where it stands in an answer to her, also without its ending', () => {
    const expectedRemark = 'the name of a file of another applicant';
    expect(
      inspectAfterUploads(makeResponse(`see ${fileName}`), makeUploadResponse(fileName, 2)),
    ).toBe(expectedRemark);
    expect(
      inspectAfterUploads(makeResponse('see 3f9a1c0b2d4e'), makeUploadResponse(fileName, 2)),
    ).toBe(expectedRemark);
  });

  test('is none where she asked for it, or was given it herself', () => {
    const answerToOwnRequest = makeResponse(
      `no ${fileName}`,
      `http://x.example/api/files/${fileName}`,
    );
    expect(inspectAfterUploads(answerToOwnRequest, makeUploadResponse(fileName, 2))).toBe(
      undefined,
    );
    expect(
      inspectAfterUploads(
        makeResponse(fileName),
        makeUploadResponse(fileName, 2),
        makeUploadResponse(fileName, 1),
      ),
    ).toBe(undefined);
  });

  test('is none where it is but a date', () => {
    expect(
      inspectAfterUploads(makeResponse('paid on 20261122'), makeUploadResponse('20261122.png', 2)),
    ).toBe(undefined);
  });
});

describe('the phone number of another applicant', () => {
  const person = makePerson(2, 'second@example.com');
  person.applicantInput.register.phoneNumber = '21234567';
  const { inspect } = makeOtherPeopleInspector(() => [person], new IssuedSecrets());

  test('is a leak, also behind a plus', () => {
    expect(inspect(makeResponse('{"phone":"+21234567"}'))).toBe(
      'the phone number (21234567) of another applicant',
    );
  });

  test('is none where its digits are a part of a longer number', () => {
    expect(inspect(makeResponse('{"phone":"251921234567"}'))).toBe(undefined);
  });
});

describe('a password in an answer', () => {
  const person = makePerson(1, 'first@example.com');
  const { inspect } = makeSecretsInspector(() => [person]);
  const makeRefusal = (operation: string) => {
    const requestBody = JSON.stringify({ maritalStatus: person.password });
    const response = makeResponse(`"${person.password}" is not a valid choice.`);
    const exchange = { ...response.exchange, requestBody };
    return { ...response, operation, exchange, headers: new Headers() } as ApiResponse;
  };

  test('is none where the answer repeats what the call sent in another field', () => {
    expect(inspect(makeRefusal('applicants.saveBioData'))).toBe(undefined);
  });

  test('is a leak where the call set it', () => {
    expect(inspect(makeRefusal('auth.changePassword'))).toBe("an applicant's password");
  });
});

test('the hash of a password in the payload of a token is a leak', () => {
  const payload = { sub: '1', password: `$2b$10$${'a'.repeat(53)}` };
  const [header, body] = [{ alg: 'HS256' }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const response = {
    ...makeResponse(`{"token":"${header}.${body}.c2ln"}`),
    headers: new Headers(),
  };
  expect(makeSecretsInspector(() => []).inspect(response)).toMatch('the hash of a password');
});
