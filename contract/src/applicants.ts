import { z } from 'zod';
import { applicationSteps } from './application-steps.ts';
import { anySuccess, refusals } from './errors.ts';
import { email, id, newPassword } from './fields.ts';
import { profile, profileUpdate } from './profile.ts';
import { registration } from './registration.ts';
import { c, lifecycleMeta, meta, successes } from './route.ts';

export const activation = z.object({
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  email: z.string(),
  status: z.string(),
  token: z.string().min(1).describe('Authorises the creation of the password, once.'),
});

export const bioSummary = z.object({
  profilePicture: z.string().nullish(),
  countryOfResidence: z.string().nullish(),
  nationality: z.string().nullish(),
});

export const applicants = {
  register: c.mutation({
    method: 'POST',
    path: '/applicants/public/apply',
    summary: 'Registers an applicant; an activation link is mailed',
    body: registration,
    responses: { 201: z.unknown(), ...refusals(400, 409) },
    metadata: meta({
      auth: 'none',
      rule: 'accounts#register',
      reads: 'nothing',
      safeToRepeat: false,
      success: 201,
      refuses: [400, 409],
    }),
  }),
  activate: c.mutation({
    method: 'POST',
    path: '/applicants/public/active/:token',
    pathParams: z.object({ token: z.string().min(1).describe('From the activation link.') }),
    summary: 'Activates an account with the one-time token of the activation link',
    body: z
      .object({ password: newPassword().optional() })
      .optional()
      .describe('Nothing, unless the dialect says that activation sets the password too.'),
    responses: { ...successes('applicants.activate', activation), ...refusals(400, 404, 409) },
    metadata: meta({
      ...lifecycleMeta('applicants.activate'),
      auth: 'none',
      rule: 'accounts#activate',
      reads: 'json',
      refuses: [404, 409],
    }),
  }),
  createPassword: c.mutation({
    method: 'POST',
    path: '/applicants/public/create_password/:token',
    pathParams: z.object({
      token: z.string().min(1).describe('From the answer to the activation.'),
    }),
    summary: 'Sets the first password, authorised by the token answered by the activation',
    body: z.object({
      name: email().describe('The e-mail address, again.'),
      email: email(),
      password: newPassword(),
    }),
    responses: {
      ...successes('applicants.createPassword', z.unknown()),
      ...refusals(400, 404, 406),
    },
    metadata: meta({
      ...lifecycleMeta('applicants.createPassword'),
      auth: 'none',
      rule: 'accounts#first-password',
      reads: 'nothing',
      refuses: [400, 404, 406],
    }),
  }),
  resendEmail: c.mutation({
    method: 'POST',
    path: '/applicants/public/resend_email/:email',
    pathParams: z.object({ email: z.string().min(1) }),
    summary: 'Mails a new activation link',
    body: z.object({ email: email() }),
    responses: { ...anySuccess, ...refusals(400, 404, 409) },
    metadata: meta({
      auth: 'none',
      rule: 'accounts#a-new-link',
      reads: 'nothing',
      safeToRepeat: false,
      success: 200,
      refuses: [404, 409],
    }),
  }),
  getByEmail: c.query({
    method: 'GET',
    path: '/applicants/private/get_by_email/:email',
    pathParams: z.object({ email: z.string().min(1) }),
    summary: "Reads the applicant's profile and status",
    responses: { 200: profile, ...refusals(401, 403, 404) },
    metadata: meta({
      auth: 'bearer',
      rule: 'profile#read-the-profile',
      reads: 'json',
      safeToRepeat: true,
      success: 200,
      refuses: [404],
    }),
  }),
  editProfile: c.mutation({
    method: 'PUT',
    path: '/applicants/private/edit_profile/:applicantId',
    pathParams: z.object({ applicantId: id.describe("The profile's id.") }),
    summary: 'Changes names and phone',
    body: profileUpdate,
    responses: { ...anySuccess, ...refusals(400, 401, 403, 404) },
    metadata: meta({
      auth: 'bearer',
      rule: 'profile#change-the-profile',
      reads: 'nothing',
      safeToRepeat: true,
      success: 200,
      refuses: [400, 404],
    }),
  }),
  getBioData: c.query({
    method: 'GET',
    path: '/applicants/private/get_bio_data',
    summary: 'Reads what the profile page shows of the biography',
    responses: { 200: bioSummary, ...refusals(401, 403, 404) },
    metadata: meta({
      auth: 'bearer',
      rule: 'profile#read-the-biography',
      reads: 'json',
      safeToRepeat: true,
      success: 200,
      refuses: [],
    }),
  }),
  ...applicationSteps,
};
