/** What session storage holds of somebody who is logged in in this tab (website specification, section 3). */

/** The key of the user. */
export const userKey = 'user-data';
/** The key of the bearer token. */
export const tokenKey = 'token';

export interface Session {
  id: string | number | null;
  email: string;
  firstName: string;
  middleName: string;
  /** Milliseconds since 1970. */
  endsAt: number;
}
