import { expect, test } from 'vitest';
import { formatDatePaid } from './format-date-paid.ts';

const formatInAddisAbaba = (raw: unknown) => formatDatePaid(raw, 'Africa/Addis_Ababa');

const paidAtMs = Date.UTC(2026, 10, 21, 12, 5);
const paidAtText = 'November 21, 2026 at 3:05 PM';

test.each<[unknown, string]>([
  // With a zone: shown in the college's zone.
  ['2026-11-21T12:05:00Z', paidAtText],
  ['2026-11-21T12:05:00.123456z', paidAtText],
  ['2026-11-21T12:05:00.000+00:00', paidAtText],
  ['2026-11-21T12:05:00.000+0000', paidAtText],
  ['2026-11-21T15:05+03', paidAtText],
  ['2026-11-21 15:05:00 +03:00', paidAtText],
  ['2026-11-21T07:35:00-04:30', paidAtText],
  ['2026-12-31T21:30:00Z', 'January 1, 2027 at 12:30 AM'],
  // Seconds or milliseconds since 1970.
  [paidAtMs, paidAtText],
  [paidAtMs / 1000, paidAtText],
  [paidAtMs / 1000 + 0.25, paidAtText],
  // Without a zone: shown unchanged.
  ['2026-11-21T15:05:00', paidAtText],
  [' 2026-11-21 15:05 ', paidAtText],
  ['2026-11-21T00:00:00.000', 'November 21, 2026 at 12:00 AM'],
  ['2028-02-29T12:00:00', 'February 29, 2028 at 12:00 PM'],
  [[2026, 11, 21, 15, 5], paidAtText],
  [[2026, 11, 21, 15, 5, 59], paidAtText],
  [[2026, 1, 2, 0, 0, 0, 123_456_789], 'January 2, 2026 at 12:00 AM'],
  // A day without a time.
  ['2026-11-21', 'November 21, 2026'],
  [[2026, 11, 21], 'November 21, 2026'],
])('%j is shown as %s', (raw, text) => {
  expect(formatInAddisAbaba(raw)).toBe(text);
});

test.each([
  'yesterday',
  '21/11/2026',
  '2026-13-01T10:00:00',
  '2026-02-30T10:00:00Z',
  '2026-11-21T25:00:00',
  1e300,
])('%s is no date and is shown unchanged', (raw) => {
  expect(formatInAddisAbaba(raw)).toBe(String(raw));
});

test.each([
  [null],
  [undefined],
  [''],
  [' '],
  [[]],
  [[2026]],
  [[2026, 2, 30]],
  [['2026', '11', '21']],
  [{}],
  [true],
])('%j is no date and is shown as an empty text', (raw) => {
  expect(formatInAddisAbaba(raw)).toBe('');
});

test('the date is shown in the zone of the settings', () => {
  expect(formatDatePaid('2026-11-21T12:05:00Z', 'Europe/London')).toBe(
    'November 21, 2026 at 12:05 PM',
  );
});
