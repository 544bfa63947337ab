import type { Fault } from './fault.ts';

export const tokenIgnored: Fault = {
  name: 'token-ignored',
  sentence: 'Private data can be read without a valid token.',
  person: ({ operation, params, world }) => {
    if (operation.route.method !== 'GET') return undefined;
    const named =
      world.findPerson(params.email ?? '') ?? world.people.find('id', Number(params.userId));
    const owner = world.uploads.find('name', params.fileName ?? '')?.ownerId;
    const [someone] = [...world.people.newest(1)];
    return named ?? (owner === undefined ? undefined : world.people.find('id', owner)) ?? someone;
  },
};
