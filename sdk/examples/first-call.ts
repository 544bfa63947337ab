import { createClient } from '@one-planet/sdk';

/** @returns the names of the programs, which anybody may read */
export async function listProgramNames(baseUrl: string): Promise<string[]> {
  const client = createClient({ baseUrl });
  const response = await client.programs.list();
  // The compiler knows what a body holds once the status is known.
  if (response.status === 200) return response.body.map(({ name }) => name);
  throw new Error(`Cannot read the programs: status ${response.status}`);
}
