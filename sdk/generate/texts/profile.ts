import { email, hana, profileId, stored } from './people.ts';
import type { ResourceTexts } from './types.ts';

/** Her profile. */
export const profileTexts: Pick<
  ResourceTexts<'applicants'>,
  'applicants.getByEmail' | 'applicants.editProfile' | 'applicants.getBioData'
> = {
  'applicants.getByEmail': {
    title: 'Read the profile and the state',
    description:
      'Reads what the backend knows about her. `status` is the only field that is certain: by it a client knows which step comes next. Read it again after each step, and while a payment waits to be verified.',
    parameters: { email: { means: 'Her own address.', example: email } },
    answers: {
      activated: {
        summary: 'She has a password and can take the exam',
        value: {
          id: profileId,
          status: 'ACTIVATED',
          firstName: 'HANA',
          middleName: 'TESFAYE',
          lastName: 'BEKELE',
          phone: hana.register.phoneNumber,
          email,
          profilePicture: null,
          countryOfResidence: null,
          nationality: null,
        },
      },
      least: { summary: 'The least that has to be answered', value: { status: 'APPLIED' } },
    },
    refusals: {
      404: { why: 'There is no such applicant.', message: 'There is no such applicant.' },
    },
  },
  'applicants.editProfile': {
    title: 'Change names and phone',
    description:
      'Saves her names and phone; all four are required. Her address and her state stay what they are.',
    parameters: { applicantId: { means: 'The `id` of her profile.', example: profileId } },
    requests: {
      hana: {
        summary: 'Another phone',
        value: {
          firstName: 'Hana',
          middleName: 'Tesfaye',
          lastName: 'Bekele',
          phone: '+251911234568',
          email,
        },
      },
    },
    refusals: {
      400: {
        why: 'A field is missing, or the address is not her own.',
        message: 'The e-mail address cannot be changed.',
      },
      404: { why: 'There is no such applicant.', message: 'There is no such applicant.' },
    },
  },
  'applicants.getBioData': {
    title: 'Read a part of the biography',
    description:
      'Reads what the profile page shows of the biography. All three fields are null before it is saved.',
    answers: {
      saved: {
        summary: 'After the biography was saved',
        value: {
          profilePicture: stored.profilePicture,
          countryOfResidence: 'Ethiopia',
          nationality: 'Ethiopian',
        },
      },
      empty: {
        summary: 'Before',
        value: { profilePicture: null, countryOfResidence: null, nationality: null },
      },
    },
    refusals: {},
  },
};
