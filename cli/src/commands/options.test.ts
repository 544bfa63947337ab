import { expect, test } from 'vitest';
import { reportFormatNames } from '../report/index.ts';
import { reports } from './options.ts';

const { read } = reports('', reportFormatNames);
const parse = (text: string) => read?.(text, undefined);

test('a report is a format and a file', () => {
  expect(parse('junit=a/b=c.xml')).toEqual([{ format: 'junit', file: 'a/b=c.xml' }]);
  expect(parse('HTML=x')).toEqual([{ format: 'html', file: 'x' }]);
});

test.each([
  ['junti=x', 'There is no format "junti" (did you mean "junit"?). Formats are json, ndjson,'],
  [
    'pdf=x',
    'There is no format "pdf". Formats are json, ndjson, junit, html, har, github-summary,',
  ],
  ['junit', 'It must be FORMAT=FILE, e.g. json=FILE. Formats are json,'],
  ['junit=', 'It must be FORMAT=FILE, e.g. json=FILE. Formats are json,'],
])('%s is reported', (text, message) => {
  expect(() => parse(text)).toThrow(message);
});
