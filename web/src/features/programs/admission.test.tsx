import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Network } from '../../testing/network.ts';
import { findHeading, renderSite, startNetwork } from '../../testing/render-site.tsx';

/** @returns a network whose backend has these programs, each with these courses */
async function networkWith(programs: unknown, courses: unknown = []): Promise<Network> {
  const network = await startNetwork();
  network.respond('/programs/private', 200, programs);
  network.respond('/program_courses/private/', 200, courses);
  return network;
}

const getTab = (name: string) => screen.getByRole('tab', { name: `Year ${name}` });

const readSelectedTabName = () => screen.getByRole('tab', { selected: true }).textContent;

const findSemester = (name: string) => screen.findByRole('region', { name: `Semester ${name}` });

/** @returns the texts of a table's cells, a list for each row */
const readCells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the address of an unknown program', () => {
  test('redirects home, but only once the list has loaded', async () => {
    const network = await startNetwork();
    const release = network.delay('/programs/private', 200, [{ id: 1, name: 'Nursing' }]);
    await renderSite('/admission/astrology', { network });
    await within(screen.getByRole('main')).findByText('Loading');
    expect(location.pathname).toBe('/admission/astrology');
    release();
    await findHeading('Building Capacity to Serve Humanity');
    expect(location.pathname).toBe('/');
  });

  test('does not redirect while the list cannot be loaded', async () => {
    const network = await startNetwork();
    network.cut();
    const { user } = await renderSite('/admission/astrology', { network });
    await screen.findByText('An error has occurred. Please check your internet connection.');
    expect(location.pathname).toBe('/admission/astrology');
    network.restore();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await findHeading('Building Capacity to Serve Humanity');
  });
});

test.each(['/admission/datascience', '/Admission/DataScience', '/admission/data%20science/'])(
  '%s is the page of Data Science',
  async (path) => {
    await renderSite(path);
    await findHeading('Data Science');
  },
);

test('if two programs share an address, the page asks which one is meant', async () => {
  const network = await networkWith([
    { id: 7, name: 'Data Science', studyLevel: 'Undergraduate' },
    { id: 'eight', name: 'DataScience' },
    { id: 9, name: 'Law' },
  ]);
  const { user } = await renderSite('/admission/datascience', { network });
  await findHeading('Which program do you mean?');
  expect(network.requestsTo('/program_courses/')).toEqual([]);
  const programButtons = within(screen.getByRole('main')).getAllByRole('button');
  expect(programButtons.map(({ textContent }) => textContent)).toEqual([
    'Data Science, Undergraduate',
    'DataScience',
  ]);
  await user.click(screen.getByRole('button', { name: 'DataScience' }));
  await findHeading('DataScience');
  await waitFor(() => expect(network.requestsTo('/program_courses/')).toHaveLength(1));
  expect(network.requests.at(-1)?.path).toBe('/program_courses/private/my_courses/eight');
});

describe('the facts of a program', () => {
  test('are all shown', async () => {
    await renderSite('/admission/datascience');
    await findHeading('Data Science');
    const facts = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Study level', 'Undergraduate'],
      ['Duration', '4 years'],
      ['Modality', 'Online'],
      ['Total credit hours', '148'],
    ]);
    expect(screen.getByText(/^Mathematics, programming and statistics/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Career opportunities' })).toBeTruthy();
    expect(screen.getByText(/^Data analyst/)).toBeTruthy();
    const applyLinks = within(screen.getByRole('main')).getAllByRole('link', { name: 'Apply Now' });
    expect(applyLinks.map((link) => link.getAttribute('href'))).toEqual([
      '/applicant-disclaimer',
      '/applicant-disclaimer',
    ]);
  });

  const fieldNames = ['description', 'studyLevel', 'duration', 'modality', 'feePerCreditHour'];

  test.each([undefined, null, ''])('have no empty rows if fields are %j', async (value) => {
    const missingFields = [...fieldNames, 'careerOpportunity', 'base64String'].map((field) => [
      field,
      value,
    ]);
    const network = await networkWith([
      { id: 1, name: 'Nursing', ...Object.fromEntries(missingFields) },
    ]);
    await renderSite('/admission/nursing', { network });
    const headingElement = await findHeading('Nursing');
    expect(screen.queryAllByRole('term')).toEqual([]);
    expect(screen.queryByRole('heading', { name: 'Career opportunities' })).toBeNull();
    const paragraphs = [...(headingElement.parentElement?.querySelectorAll('p') ?? [])];
    expect(paragraphs.filter(({ textContent }) => !textContent)).toEqual([]);
  });

  test('may be numbers', async () => {
    const network = await networkWith([
      { id: 1, name: 'Nursing', duration: 4, feePerCreditHour: 0 },
    ]);
    await renderSite('/admission/nursing', { network });
    await findHeading('Nursing');
    const factValues = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(factValues).toEqual(['4', '0']);
  });
});

describe('the years', () => {
  test('are opened with the mouse, the arrow keys, Home and End, which also move the focus', async () => {
    const { user } = await renderSite('/admission/datascience');
    await screen.findByText('Calculus I');
    expect(readSelectedTabName()).toBe('Year One');
    await user.click(getTab('Two'));
    expect(readSelectedTabName()).toBe('Year Two');
    expect(screen.queryByText('Calculus I')).toBeNull();
    expect(screen.getByText('Databases I')).toBeTruthy();
    expect(screen.getByRole('tabpanel', { name: 'Year Two' })).toBeTruthy();
    await user.click(getTab('One'));
    for (const [key, name] of [
      ['ArrowRight', 'Two'],
      ['ArrowRight', 'Three'],
      ['ArrowLeft', 'Two'],
      ['End', 'Four'],
      ['ArrowRight', 'One'],
      ['ArrowLeft', 'Four'],
      ['Home', 'One'],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect([key, readSelectedTabName()]).toEqual([key, `Year ${name}`]);
      expect(document.activeElement).toBe(getTab(name));
    }
    await user.keyboard('x{ArrowDown}');
    expect(readSelectedTabName()).toBe('Year One');
  });

  test('are one stop of the tab key, and a table that does not scroll is no stop', async () => {
    const { user } = await renderSite('/admission/datascience');
    await screen.findByText('Calculus I');
    await user.click(getTab('Three'));
    expect((await findSemester('I')).hasAttribute('tabindex')).toBe(false);
    await user.tab();
    expect(document.activeElement?.closest('[role=tablist], .table')).toBeNull();
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(getTab('Three'));
  });

  test('a semester without courses says No data yet', async () => {
    const { user } = await renderSite('/admission/socialwork');
    await screen.findByText('Introduction to Sociology');
    expect(screen.queryByText('No data yet')).toBeNull();
    await user.click(getTab('Three'));
    const semesterHeadings = screen.getAllByRole('heading', { level: 3 });
    expect(semesterHeadings.map(({ textContent }) => textContent)).toEqual([
      'Semester I',
      'Semester II',
    ]);
    expect(screen.getAllByText('No data yet')).toHaveLength(1);
    expect(await findSemester('I')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Semester II' })).toBeNull();
  });

  test('a year without courses says so once', async () => {
    const { user } = await renderSite('/admission/entrepreneurship&innovation');
    await screen.findByText('Creativity Workshop');
    await user.click(getTab('Four'));
    const inPanel = within(screen.getByRole('tabpanel'));
    expect(inPanel.getByText('No courses available for the selected year')).toBeTruthy();
    expect(inPanel.queryByText('No data yet')).toBeNull();
    expect(inPanel.queryByRole('table')).toBeNull();
  });
});

describe('the courses', () => {
  test('are shown with their prerequisites and totals', async () => {
    await renderSite('/admission/datascience');
    expect(readCells(await findSemester('II'))).toEqual([
      ['Code', 'Course name', 'Credit hours', 'ECTS', 'Prerequisite'],
      ['DASC 121', 'Calculus II', '3', '5', 'DASC 111'],
      ['DASC 122', 'Introduction to Programming II', '3', '5', 'DASC 112'],
      ['DASC 123', 'Communicative English II', '3', '5', 'DASC 113'],
      ['DASC 124', 'Linear Algebra', '3', '5', '–'],
      ['Total', '12', '20', ''],
    ]);
  });

  test('may have numbers as text, missing fields, and the same name', async () => {
    const network = await networkWith(
      [{ id: 1, name: 'Nursing' }],
      [
        { semesterNumber: '1', courseName: 'Anatomy', creditHours: '3', ectsCredit: '4.5' },
        { semesterNumber: 1, courseCode: 'N 2', courseName: 'Care', creditHours: '1,5' },
        { semesterNumber: '1', courseName: 'Ethics', creditHours: '', ectsCredit: null },
        { semesterNumber: 1, courseName: 'Ethics', creditHours: '', ectsCredit: null },
      ],
    );
    await renderSite('/admission/nursing', { network });
    const [, ...rows] = readCells(await findSemester('I'));
    expect(rows).toEqual([
      ['–', 'Anatomy', '3', '4.5', '–'],
      ['N 2', 'Care', '1,5', '–', '–'],
      ['–', 'Ethics', '–', '–', '–'],
      ['–', 'Ethics', '–', '–', '–'],
      ['Total', '4.5', '4.5', ''],
    ]);
  });

  test('that cannot be loaded are a line with a retry, below the program', async () => {
    const network = await startNetwork();
    network.respond('/program_courses/private/', 500, { message: 'NullPointerException' });
    const { user } = await renderSite('/admission/datascience', { network });
    await screen.findByText('An error has occurred. Please check your internet connection.');
    expect(await findHeading('Data Science')).toBeTruthy();
    network.restore();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Calculus I');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('are requested only once, however often the page is opened', async () => {
    const { user, network } = await renderSite('/admission/datascience');
    await screen.findByText('Calculus I');
    const [applyLink] = screen.getAllByRole('link', { name: 'Apply Now' });
    if (!applyLink) throw new Error('there is no Apply Now');
    await user.click(applyLink);
    await findHeading('Before you apply');
    history.back();
    await screen.findByText('Calculus I');
    expect(network.requestsTo('/program_courses/')).toHaveLength(1);
    expect(network.requestsTo('/programs/')).toHaveLength(1);
  });
});
