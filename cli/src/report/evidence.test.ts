import { hideSecrets } from '@one-planet/sdk';
import { expect, test } from 'vitest';
import {
  addSecretBeginnings,
  compareShapes,
  hideSecretsInText,
  readShape,
  selectPossibleSecrets,
} from './evidence.ts';

test('a secret is hidden as a whole and where a message was cut in the middle of it', () => {
  const secrets = addSecretBeginnings(['s3cret-token', undefined, '']);
  const hideKnownSecrets = (text: string) => hideSecrets(text, { known: secrets });
  expect(hideKnownSecrets('bad s3cret-token, sent')).toBe('bad [hidden], sent');
  expect(hideKnownSecrets('bad s3cret-t…')).toBe('bad [hidden]');
  expect(hideKnownSecrets('bad s3cret-token…')).toBe('bad [hidden]…');
  expect(hideKnownSecrets('bad s3cret…ly')).toBe('bad [hidden]ly');
});

test('beginnings of secrets, of which a long run has thousands, are looked for only where a text was cut off', () => {
  const secrets = addSecretBeginnings(
    Array.from({ length: 600 }, (_, index) => `header.payload.${index}`),
  );
  expect(secrets.length).toBeGreaterThan(3000);
  expect(selectPossibleSecrets('check 7 got header.payload.7', secrets)).toHaveLength(600);
  expect(hideSecretsInText('check 7 got header.payload.7', secrets)).toBe('check 7 got [hidden]');
  expect(hideSecretsInText('cut: header.pay…', secrets)).toBe('cut: [hidden]');
});

const compareTexts = (a: string | undefined, b: string | undefined) =>
  compareShapes(readShape(a), readShape(b));

test('values do not count, names and types do', () => {
  expect(
    compareTexts('{"id":1,"roles":[{"name":"A"}]}', '{"id":2,"roles":[{"name":"B"},{"name":"C"}]}'),
  ).toEqual([]);
  expect(compareTexts('{"id":1}', '{"id":"1","more":null}')).toEqual([
    'id: number | string',
    'more: absent | null',
  ]);
});

test('entries of a list that differ among themselves have one shape together', () => {
  expect(compareTexts('[{"a":1},{"a":null}]', '[{"a":null},{"a":3}]')).toEqual([]);
});

test('text and nothing are shapes too', () => {
  expect(compareTexts('saved', '')).toEqual(['the body: text | empty']);
  expect(compareTexts(undefined, ' ')).toEqual([]);
});
