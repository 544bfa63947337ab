import { createClient, OffContractError } from '@one-planet/sdk';

/** @returns where the list of programs breaks the contract; empty when it does not */
export async function findDifferences(baseUrl: string): Promise<string[]> {
  const client = createClient({ baseUrl, validate: 'strict' });
  try {
    await client.programs.list();
    return [];
  } catch (error) {
    if (!(error instanceof OffContractError)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
}
