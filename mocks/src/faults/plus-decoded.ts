import type { Fault } from './fault.ts';

export const plusDecoded: Fault = {
  name: 'plus-decoded',
  sentence: 'A plus sign in the path is read as a space, so that hana+1@example.com is not found.',
  params: (params) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, value.replaceAll('+', ' ')]),
    ),
};
