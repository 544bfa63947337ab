import { hideSecrets } from '@one-planet/sdk';
import { expect, test } from 'vitest';
import { knownSecrets } from './known-secrets.ts';

test('a secret is hidden as a whole and where a message was cut in the middle of it', () => {
  const known = knownSecrets(['s3cret-token', undefined, '']);
  const hide = (text: string) => hideSecrets(text, { known });
  expect(hide('bad s3cret-token, sent')).toBe('bad [hidden], sent');
  expect(hide('bad s3cret-t…')).toBe('bad [hidden]');
  expect(hide('bad s3cret-token…')).toBe('bad [hidden]…');
  expect(hide('bad s3cret…ly')).toBe('bad [hidden]ly');
});
