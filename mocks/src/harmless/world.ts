/** Another clock, more to list. */
import type { World } from '../data/world.ts';
import type { Fault } from '../faults/fault.ts';

const fiveMinutesMs = 5 * 60_000;

function clock(name: string, sentence: string, offsetMs: number): Fault {
  return {
    name,
    sentence,
    world: (world) => {
      const { settings } = world;
      Object.defineProperty(world, 'now', { get: () => settings.now() + offsetMs });
    },
    answer: (_call, response) => {
      const headers = new Headers(response.headers);
      headers.set('date', new Date(Date.now() + offsetMs).toUTCString());
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

const many = 1000;

export const worlds: readonly Fault[] = [
  clock('clock-ahead', 'The clock is five minutes fast.', fiveMinutesMs),
  clock('clock-behind', 'The clock is five minutes slow.', -fiveMinutesMs),
  {
    name: 'programs-1000',
    sentence: `There are ${many} programs, all in one list.`,
    world: plant,
  },
];

/** Beside the seed's own: the same but for their ids and names. */
async function plant({ programs }: World): Promise<void> {
  const [model] = programs.all();
  if (!model) return;
  for (let number = programs.size; number < many; number += 1) {
    const own = { id: 1_000_000 + number, name: `Program ${number}`, base64String: '' };
    await programs.create({ ...model, ...own });
  }
}
