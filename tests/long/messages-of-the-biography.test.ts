/** Every rule of the biography (journey specification, section 5): broken, and its message read word for word. The other forms have theirs in component tests. */
import { limits } from '@one-planet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStep } from '../site/applicants.ts';
import { type Demo, heading, startDemo } from '../site/demo.ts';
import { brokenPicture, padded, pdf, picture } from '../site/files.ts';
import { messages, tryFiles, tryTexts, tryValues } from '../site/page.ts';
import { attachBiography, fillBiography, save } from '../site/steps.ts';

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
        [pdf('me.webp'), notAnImage],
        [pdf('me.jpg'), notAnImage],
        [await padded(brokenPicture('me.png'), maxBytes + 1), 'File too big, cannot exceed 4MB'],
      ],
      right: [
        await padded(brokenPicture('me.png'), maxBytes),
        picture('me.jpeg'),
        picture('me.png'),
      ],
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
