import { z } from 'zod';
import { application } from './application.ts';
import { bioData } from './biography.ts';
import { contactData } from './contact.ts';
import { educationData } from './education.ts';
import { refusals } from './errors.ts';
import { c, lifecycleMeta, meta, successes } from './route.ts';

/** The four steps that complete an application, in order; operations of `applicants`. */
export const applicationSteps = {
  saveBioData: c.mutation({
    method: 'POST',
    path: '/applicants/private/save_bio_data',
    summary: 'Saves the biography, the first of three forms',
    body: bioData,
    responses: {
      ...successes('applicants.saveBioData', z.unknown()),
      ...refusals(400, 401, 403, 409),
    },
    metadata: meta({
      ...lifecycleMeta('applicants.saveBioData'),
      auth: 'bearer',
      rule: 'application#biography',
      reads: 'nothing',
      refuses: [400, 409],
    }),
  }),
  saveEducationData: c.mutation({
    method: 'POST',
    path: '/applicants/private/save_education_data',
    summary: 'Saves the education background, the second form',
    body: educationData,
    responses: {
      ...successes('applicants.saveEducationData', z.unknown()),
      ...refusals(400, 401, 403, 409),
    },
    metadata: meta({
      ...lifecycleMeta('applicants.saveEducationData'),
      auth: 'bearer',
      rule: 'application#education',
      reads: 'nothing',
      refuses: [400, 409],
    }),
  }),
  saveContactData: c.mutation({
    method: 'POST',
    path: '/applicants/private/save_contact_data',
    summary: 'Saves the emergency contact, the third form',
    body: contactData,
    responses: {
      ...successes('applicants.saveContactData', z.unknown()),
      ...refusals(400, 401, 403, 409),
    },
    metadata: meta({
      ...lifecycleMeta('applicants.saveContactData'),
      auth: 'bearer',
      rule: 'application#contact',
      reads: 'nothing',
      refuses: [400, 409],
    }),
  }),
  applyForProgram: c.mutation({
    method: 'POST',
    path: '/applicants/private/apply_for_program',
    summary: 'Applies to one program',
    body: application,
    responses: {
      ...successes('applicants.applyForProgram', z.unknown()),
      ...refusals(400, 401, 403, 404, 409),
    },
    metadata: meta({
      ...lifecycleMeta('applicants.applyForProgram'),
      auth: 'bearer',
      rule: 'application#apply',
      reads: 'nothing',
      refuses: [400, 404, 409],
    }),
  }),
};
