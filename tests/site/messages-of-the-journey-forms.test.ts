/** Every rule of the biography, the education background, the emergency contact, the choice of a program and the profile (journey specification, section 5): broken, and its message read word for word. */
import { limits } from '@one-planet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths as stepPaths } from '../../web/src/routes.ts';
import { newApplicant, openAs, openStep } from './applicants.ts';
import { type Demo, heading, startDemo } from './demo.ts';
import { padded, pdf, picture } from './files.ts';
import { messages, press, tryFiles, tryTexts, tryValues } from './page.ts';
import { attachBiography, fillBiography, fillContact, fillEducation, save } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

describe('the biography', () => {
  test('nothing is filled in', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
    await save(page);
    await messages(page, [
      'Country of Birth is required',
      'Country of Residence is required',
      'Nationality is required',
      'Native language is required',
      'Gender is required',
      'Date of birth is required',
      'Education level is required',
      'Please attach your profile picture',
      'Please attach your education document',
    ]);
  });

  /** Filled in rightly, after it was refused without its files. */
  async function filled() {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
    await fillBiography(page);
    await save(page);
    await messages(page, [
      'Please attach your profile picture',
      'Please attach your education document',
    ]);
    await attachBiography(page);
    await messages(page, []);
    return page;
  }

  test('the countries: of the list, or letters and spaces, at most 40', async () => {
    const page = await filled();
    const { countryNameMaxLength: longest } = limits;
    for (const [label, invalid] of [
      ['Country of Birth', 'Please enter valid Country of Birth'],
      ['Country of Residence', 'Please enter valid Country of Residence'],
    ] as const) {
      await tryTexts(page, label, {
        wrong: [
          ['Ethiopia 2', invalid],
          ['E'.repeat(longest + 1), invalid],
          ["People's Land", invalid],
          ['  ', `${label} is required`],
        ],
        right: ['ኢትዮጵያ', 'E'.repeat(longest), 'Guinea-Bissau', 'The Land'],
      });
    }
  });

  test('the date of birth: a real day, not in the future, in a year at least 18 before this one', async () => {
    const page = await filled();
    const year = new Date().getFullYear();
    const put = async ([day, month, of]: (number | string)[]) => {
      await page.getByLabel('Day').fill(String(day));
      await page.getByLabel('Month').fill(String(month));
      await page.getByLabel('Year', { exact: true }).fill(String(of));
    };
    const tooYoung = 'Age must be at least 18 years old';
    await tryValues(page, put, {
      wrong: [
        [[30, 2, 2000], 'Please enter a valid date of birth'],
        [[1, 1, ''], 'Please enter a valid date of birth'],
        [['', '', ''], 'Date of birth is required'],
        [[1, 1, year + 1], 'Date of birth cannot be in the future'],
        [[1, 1, year], tooYoung],
        [[1, 1, year - 17], tooYoung],
      ],
      right: [
        [31, 12, year - 18],
        [29, 2, 2000],
      ],
    });
  });

  test('the marital status may be left out', async () => {
    const page = await filled();
    expect(await page.getByLabel('Marital Status').inputValue()).toBe('');
    await save(page);
    await heading(page, 'Education Background');
  });

  test('the profile picture: an image, by its name and by its content, of at most 4 MB', async () => {
    const page = await filled();
    const { maxBytes } = limits.files.profilePicture;
    const notAnImage = 'Only image files are supported';
    await tryFiles(page, 'Profile Picture', {
      wrong: [
        [picture('me.webp'), notAnImage],
        [pdf('me.jpg'), notAnImage],
        [await padded(picture('me.png'), maxBytes + 1), 'File too big, cannot exceed 4MB'],
      ],
      right: [picture('me.png'), picture('me.jpeg'), await padded(picture('me.png'), maxBytes)],
    });
    await page.getByText('max 4 MB').waitFor();
    expect(await page.locator('main').textContent()).not.toContain('5 MB');
    await save(page);
    await heading(page, 'Education Background');
  });

  test('the education document: a PDF, by its name and by its content, of at most 10 MB', async () => {
    const page = await filled();
    const { maxBytes } = limits.files.educationDocument;
    await tryFiles(page, 'Education Document', {
      wrong: [
        [pdf('documents.docx'), 'Only PDF files are supported'],
        [picture('documents.pdf'), 'Only PDF files are supported'],
        [await padded(pdf('documents.pdf'), maxBytes + 1), 'File too big, cannot exceed 10MB'],
      ],
      right: [
        pdf('documents.pdf'),
        pdf('DOCUMENTS.PDF'),
        await padded(pdf('documents.pdf'), maxBytes),
      ],
    });
    await save(page);
    await heading(page, 'Education Background');
  });
});

describe('the education background', () => {
  test('nothing is filled in', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT2');
    await save(page);
    await messages(page, [
      'Last Attended HighSchool is required',
      'HighSchool Address is required',
      'Grade 10 Result is required',
      'Grade 10 exam taken year is required',
      'Grade 12 Result is required',
      'Grade 12 exam taken year is required',
    ]);
  });

  test('grade 12 is at least 2 years after grade 10', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT2');
    await fillEducation(page);
    await page.getByLabel('Grade 12 Exam Taken Year').fill('2018');
    await save(page);
    const tooEarly =
      'Grade 12 exam taken year should be at least 2 years after Grade 10 exam taken year';
    await messages(page, [tooEarly]);
    await tryTexts(page, 'Grade 12 Exam Taken Year', {
      wrong: [
        ['2018', tooEarly],
        ['2016', tooEarly],
        ['', 'Grade 12 exam taken year is required'],
      ],
      right: ['2020', '2019'],
    });
    await tryTexts(page, 'Grade 10 Exam Taken Year', {
      wrong: [['2019', tooEarly]],
      right: ['2018'],
    });
  });

  test('the results: numbers; the hints are not enforced', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT2');
    await fillEducation(page);
    await page.getByLabel('Grade 10 Result').fill('good');
    await save(page);
    await messages(page, ['Grade 10 Result is required']);
    await tryTexts(page, 'Grade 10 Result', {
      wrong: [['good', 'Grade 10 Result is required']],
      right: ['4.7', '3,55'],
    });
    await tryTexts(page, 'Grade 12 Result', {
      wrong: [['-', 'Grade 12 Result is required']],
      right: ['701'],
    });
  });
});

describe('the emergency contact', () => {
  test('nothing is filled in', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT3');
    await save(page);
    await messages(page, [
      'Contact Full Name is required',
      'Contact Phone is required',
      'Contact person relationship is required',
    ]);
  });

  test('another relationship is told in words; one of the list needs none', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT3');
    await fillContact(page);
    await page.getByLabel('Other Contact Relationship').fill(' ');
    await save(page);
    await messages(page, ['Other Contact Relationship is required']);
    await page.getByLabel('Relationship to You').selectOption('aunt');
    await messages(page, []);
    expect(await page.getByLabel('Other Contact Relationship').isVisible()).toBe(false);
  });

  test('the phone number: an optional plus, then 8 to 15 digits', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT3');
    await fillContact(page);
    await page.getByLabel('Contact Phone').fill('0911 OO OO OO');
    await save(page);
    await messages(page, ['Contact Phone must only contain numbers']);
    const length = 'Contact Phone must be 8 to 15 digits long and contain only numbers';
    await tryTexts(page, 'Contact Phone', {
      wrong: [
        ['1234567', length],
        ['1234567890123456', length],
        ['++251911234567', 'Contact Phone must only contain numbers'],
      ],
      right: ['12345678', '+123456789012345', '(0911) 23-45.67'],
    });
  });
});

test('no program is chosen', async () => {
  const page = await openStep(demo, 'READY_TO_APPLY');
  await press(page, 'Apply');
  await messages(page, ['Please select one program to apply to']);
});

test('nothing of the profile is filled in', async () => {
  const page = await openAs(demo, newApplicant('APPLIED'), stepPaths.editProfile);
  for (const label of ['First name', 'Middle name', 'Last name', 'Phone number']) {
    await page.getByLabel(label).fill(' ');
  }
  await press(page, 'Save changes');
  await messages(page, [
    'First name is required',
    'Middle name is required',
    'Last name is required',
    'Phone number is required',
  ]);
});
