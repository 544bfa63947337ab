/** What the built pages say in JSON-LD. */
import { beforeAll, expect, test } from 'vitest';
import { faqPage } from '../../web/build/head/structured.ts';
import shipped from '../../web/config.json' with { type: 'json' };
import { pagesOf } from './built-pages.ts';
import { builtWithPrograms, patience } from './built-with-programs.ts';
import { problemsOf } from './structured-data.ts';

let pages: Awaited<ReturnType<typeof pagesOf>>;
beforeAll(async () => {
  const { folder } = await builtWithPrograms();
  pages = await pagesOf(folder);
}, patience);

const listed = () => pages.filter(({ robots }) => robots === undefined);

const blocksOf = (type: string) =>
  pages.flatMap(({ folder, data }) =>
    data.filter((one) => one['@type'] === type).map((one) => ({ folder, ...one })),
  );

test('JSON-LD has what search engines require, and nothing that is not known', () => {
  const problems = pages.flatMap(({ folder, data }) =>
    data.flatMap((one) => problemsOf(one).map((problem) => `${folder}: ${problem}`)),
  );
  expect(problems).toEqual([]);
});

test('the home page, About and Contact tell the college, with what config.json says of it', () => {
  const { contact } = shipped;
  expect(blocksOf('CollegeOrUniversity')).toHaveLength(3);
  for (const one of blocksOf('CollegeOrUniversity')) {
    expect(one).toMatchObject({ telephone: contact.phones, email: contact.email });
  }
});

test('each program is a course, told on its own page', () => {
  const courses = blocksOf('Course');
  expect(courses.map(({ folder }) => folder).sort()).toEqual(
    listed()
      .map(({ folder }) => folder)
      .filter((folder) => folder.startsWith('admission/'))
      .sort(),
  );
  for (const one of courses) expect(one, 'No price is known').not.toHaveProperty('offers');
});

test('every page but the home page tells the way to it', () => {
  const folders = listed().map(({ folder }) => folder);
  const found = blocksOf('BreadcrumbList').map(({ folder }) => folder);
  expect(found.sort()).toEqual(folders.filter(Boolean).sort());
});

test('the contact page tells its questions, which it shows, with their answers', () => {
  const [page, ...others] = blocksOf('FAQPage');
  expect(others).toEqual([]);
  expect(page).toMatchObject({ folder: 'contact', mainEntity: { length: 7 } });
});

test('questions are told with their answers', () => {
  const questions = faqPage([{ question: 'How long is it?', answer: 'Four years.' }]);
  expect(problemsOf(questions)).toEqual([]);
  expect(problemsOf(faqPage([{ question: 'Why?', answer: '' }]))).toEqual([
    'FAQPage.mainEntity[0].acceptedAnswer.text is missing',
  ]);
});
