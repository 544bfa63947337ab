import { createClient, OffContractError } from '@one-planet/sdk';

/** @returns where the list of programmes is not what the contract says; nothing when it is */
export async function differences(baseUrl: string): Promise<string[]> {
  const client = createClient({ baseUrl, validate: 'strict' });
  try {
    await client.programs.list();
    return [];
  } catch (error) {
    if (!(error instanceof OffContractError)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
}
