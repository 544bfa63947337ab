import { describe, expect, test } from 'vitest';
import full from '../../content.example.json' with { type: 'json' };
import shipped from '../../content.json' with { type: 'json' };
import { ContentError, contentSchema, parseContent } from './content-schema.ts';

const problemsOf = (json: unknown): readonly string[] => {
  try {
    parseContent(json);
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems;
  }
};

test('no field is required, and the content.json that ships with the site is empty', () => {
  expect(parseContent({})).toEqual({});
  expect(parseContent(shipped)).toEqual(shipped);
  expect(Object.keys(shipped)).toEqual([]);
});

test('the example fills in every field', () => {
  expect(parseContent(full)).toEqual(full);
  const missingFields = Object.keys(contentSchema.shape).filter((name) => !(name in full));
  expect(missingFields).toEqual(['$schema']);
});

test('the example has an Amharic text for each of its sentences, so that no English one is on an Amharic page', () => {
  const { languages, example, photos, videoPoster, ...texts } = full;
  // A bank knows its customer by one name.
  const { accountHolder, ...localTexts } = texts;
  const amharicPaths = new Set(listTexts(languages.am).map(([path]) => path));
  const missingPaths = listTexts(localTexts)
    .filter(([path, text]) => /[a-z] [a-z]/i.test(text) && !amharicPaths.has(path))
    .map(([path]) => path);
  expect(missingPaths).toEqual([]);
});

/** @returns each text with its path in the JSON; the entries of a list are one path */
function listTexts(json: unknown, path = ''): [path: string, text: string][] {
  if (typeof json === 'string') return [[path, json]];
  if (Array.isArray(json)) return json.flatMap((entry) => listTexts(entry, `${path}[]`));
  return Object.entries(json ?? {}).flatMap(([key, value]) => listTexts(value, `${path}.${key}`));
}

const question = { question: 'When?', answer: 'Soon.' };

describe('a mistake is named', () => {
  test.each([
    [{ intake: { starts: '2027-02-30' } }, 'intake.starts must be a day, e.g. 2027-02-01'],
    [{ intake: { starts: '1 February' } }, 'intake.starts must be a day, e.g. 2027-02-01'],
    [{ intake: {} }, 'intake.starts is missing: it must be a day, e.g. 2027-02-01'],
    [{ accreditation: 'ETA' }, 'accreditation must be an object'],
    [{ cost: { total: 120_000 } }, 'cost.total must be a text'],
    [
      { exam: { questions: [10, 12] } },
      'exam.questions must be a whole number above 0, or a text like "10 to 12"',
    ],
    [{ cost: { total: ' ' } }, 'cost.total must be a text'],
    [{ telegram: '@college' }, 'telegram must be an https address'],
    [{ telegram: 'javascript:alert(1)' }, 'telegram must be an https address'],
    [{ partners: 'Awash Bank' }, 'partners must be a list of texts'],
    [{ partners: [] }, 'partners must be a list of texts'],
    [{ partners: ['Awash Bank', 7] }, 'partners[1] must be a text'],
    [
      { voices: [{ program: 'Accounting', text: 'Good.' }] },
      'voices[0].name is missing: it must be a text',
    ],
    [
      { photos: { home: { src: '//elsewhere.example/a.jpg', alt: 'A library' } } },
      'photos.home.src must be the path of a picture beside the site, e.g. /photos/library.jpg',
    ],
    ...[
      '/../x.jpg',
      '/photos/../x.jpg',
      '/a\\b.jpg',
      '/a.jpg?x',
      '/%2e%2e/a.jpg',
      '/index.html',
      '/',
    ].map((src): [object, string] => [
      { photos: { about: { src, alt: 'A library' } } },
      'photos.about.src must be the path of a picture beside the site, e.g. /photos/library.jpg',
    ]),
    [
      { intake: { starts: '2027-02-01', applyBy: '2027-02-02' } },
      'intake.applyBy must not be after starts',
    ],
    [
      { programs: { Accounting: { questions: [question, question] } } },
      'programs.Accounting.questions[1] is there twice',
    ],
    [{ partners: ['Awash Bank', 'Awash Bank'] }, 'partners[1] is there twice'],
    [{ fee: 1 }, 'fee is not a field of content.json'],
    [{ cost: { total: 'ETB 1', sum: 1 } }, 'cost.sum is not a field of content.json'],
    [[], 'content.json must be an object'],
    [null, 'content.json must be an object'],
  ])('%j', (json, problem) => expect(problemsOf(json)).toEqual([problem]));

  test('together with all others', () => {
    expect(problemsOf({ length: 4, fee: 1, partners: [''] })).toHaveLength(3);
  });
});
