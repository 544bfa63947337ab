import type { Fault } from './fault.ts';

export const uploadMangled: Fault = {
  name: 'upload-mangled',
  sentence: 'A stored file comes back with its last byte changed.',
  handle: async ({ operation }, next) => {
    const answer = await next();
    if (operation.name !== 'files.get' || !(answer.body instanceof Blob)) return answer;
    const bytes = new Uint8Array(await answer.body.arrayBuffer());
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff;
    return { ...answer, body: new Blob([bytes], { type: answer.body.type }) };
  },
};
