import { z } from 'zod';
import { someText } from './account-forms.ts';
import { anySuccess, refusals } from './errors.ts';
import { email, id, newPassword, requiredText } from './fields.ts';
import { c, meta } from './route.ts';

const role = z.object({ name: z.string() });

export const loginAnswer = z.object({
  token: z.string().min(1),
  email: z.string(),
  shouldChangePassword: z.boolean(),
  roles: z.array(role),
});

export const userNames = z.object({
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  phone: z.string(),
});

export const auth = {
  login: c.mutation({
    method: 'POST',
    path: '/auth/public/login',
    summary: 'Logs in and returns a bearer token',
    body: z.object({
      email: requiredText('Email is required'),
      password: someText('Password is required'),
    }),
    responses: { 200: loginAnswer, ...refusals(401, 404, 417) },
    metadata: meta({
      auth: 'none',
      rule: 'accounts#log-in',
      reads: 'json',
      safeToRepeat: true,
      success: 200,
      refuses: [401, 404, 417],
    }),
  }),
  forgotPassword: c.mutation({
    method: 'POST',
    path: '/auth/public/forgot_password',
    summary: 'Mails a temporary password',
    body: z.object({ email: email() }),
    responses: { 200: z.unknown(), ...refusals(400) },
    metadata: meta({
      auth: 'none',
      rule: 'accounts#forgotten-password',
      reads: 'nothing',
      safeToRepeat: false,
      success: 200,
      refuses: [400],
    }),
  }),
  changePassword: c.mutation({
    method: 'POST',
    path: '/auth/private/change_password',
    summary: 'Sets a new password, after a login with a temporary one',
    body: z.object({ email: email(), password: newPassword() }),
    responses: { ...anySuccess, ...refusals(400, 401, 403) },
    metadata: meta({
      auth: 'bearer',
      rule: 'accounts#change-the-password',
      reads: 'nothing',
      safeToRepeat: false,
      success: 200,
      refuses: [400],
    }),
  }),
  getUser: c.query({
    method: 'GET',
    path: '/auth/private/:userId',
    pathParams: z.object({ userId: id.describe("The profile's id.") }),
    summary: "Reads the names and phone of the logged-in user's account",
    responses: { 200: userNames, ...refusals(401, 403, 404) },
    metadata: meta({
      auth: 'bearer',
      rule: 'profile#read-the-account',
      reads: 'json',
      safeToRepeat: true,
      success: 200,
      refuses: [404],
    }),
  }),
  updateUser: c.mutation({
    method: 'PUT',
    path: '/auth/private/update_user',
    summary: 'Not described by the specification; a backend may leave it out',
    body: z.record(z.unknown()).describe('Not given in the specification.'),
    responses: { ...anySuccess, ...refusals(400, 401, 403, 404) },
    metadata: meta({
      auth: 'bearer',
      rule: 'profile#update-a-user',
      reads: 'nothing',
      safeToRepeat: false,
      success: 200,
      refuses: [400, 404],
      mayBeMissing: true,
    }),
  }),
};
