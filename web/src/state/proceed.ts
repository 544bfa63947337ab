import { isApplicantState, proceedTo } from '@one-planet/contract/states';
import type { Site } from './site.ts';

/**
 * Where `Proceed with Application` leads (journey specification, section 4).
 * @returns `undefined` for a status that leads nowhere, and for an answer other than 200
 * @throws {AdmissionsError} when the backend was not reached
 */
export async function nextStep({ api }: Site, email: string): Promise<string | undefined> {
  const { status, body } = await api.applicants.getByEmail({ params: { email } });
  if (status !== 200) return undefined;
  return isApplicantState(body.status) ? proceedTo[body.status] : undefined;
}
