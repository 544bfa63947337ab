import { createClient } from '@one-planet/sdk';

/** @returns the names of the programs, which anybody may read */
export async function programNames(baseUrl: string): Promise<string[]> {
  const client = createClient({ baseUrl });
  const answer = await client.programs.list();
  // The compiler knows what a body holds once the status is known.
  if (answer.status === 200) return answer.body.map(({ name }) => name);
  throw new Error(`Cannot read the programs: status ${answer.status}`);
}
