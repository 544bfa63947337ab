import { findOperation, operations, readMessage } from '@one-planet/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneInEachState } from './index.ts';
import { bring } from './testing/journey.ts';
import { startSession } from './testing/session.ts';

/** Bodies of right fields with wrong values are the checks of `--fuzz`, in tests/mock.test.ts. */

// The backend writes there when something in it goes wrong: never in these tests.
const complaints = vi.spyOn(console, 'error');
beforeEach(() => void complaints.mockClear());
afterEach(() => expect(complaints).not.toHaveBeenCalled());

const json = { 'content-type': 'application/json' };
const anyName = fc.constantFrom(...operations.map(({ name }) => name));
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constant('1005'),
  fc.constant('..'),
);

test('no body, path parameter or state makes it answer 5xx', async () => {
  const session = await startSession({ applicants: oneInEachState });
  const { token } = await bring(session, 'TOOK_EXAM');
  await fc.assert(
    fc.asyncProperty(
      anyName,
      fc.jsonValue(),
      anyText,
      fc.boolean(),
      async (name, body, text, known) => {
        const operation = findOperation(name);
        const path = operation?.route.path.replace(/:\w+/g, () => encodeURIComponent(text));
        const method = operation?.route.method ?? 'GET';
        const came = await session.raw(`/api${path}`, {
          method,
          headers: { ...json, ...(known ? { authorization: `Bearer ${token}` } : {}) },
          ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
        });
        expect(came.status).toBeLessThan(500);
        if (came.status >= 400) expect(readMessage(came.body)).toMatch(/\S/);
      },
    ),
    { numRuns: 400 },
  );
});

test('multipart garbage never ends in 5xx', async () => {
  const session = await startSession();
  const { token } = await bring(session, 'ACTIVATED');
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('x', '"x y"', ''),
      async (bytes, boundary) => {
        const { status } = await session.raw('/api/files/private/upload_v2', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
          body: Uint8Array.from([...new TextEncoder().encode('--x\r\n'), ...bytes]),
        });
        expect(status).toBe(400);
      },
    ),
    { numRuns: 200 },
  );
});
