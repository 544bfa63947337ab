import type { Handlers } from './handlers.ts';

/** Text blocks staff can change. */
export const contents: Handlers<'contents'> = {
  list: (_call, { world }) => ({ status: 200, body: [...world.contents.all()] }),
};
