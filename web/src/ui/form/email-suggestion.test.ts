import { expect, test } from 'vitest';
import { suggestEmail } from './email-suggestion.ts';

test.each([
  ['hana@gmail.con', 'hana@gmail.com'],
  ['hana@gmial.com', 'hana@gmail.com'],
  ['Hana@gmail.co', 'hana@gmail.com'],
  ['hana@yahooo.com', 'hana@yahoo.com'],
  ['hana@hotmial.com', 'hana@hotmail.com'],
])('for %s it suggests %s', (email, suggestion) => {
  expect(suggestEmail(email)).toBe(suggestion);
});

test.each(['hana@gmail.com', 'hana@aau.edu.et', 'hana@mail.com.et', 'hana@', 'gmail.con', ''])(
  'for "%s" it suggests nothing',
  (email) => {
    expect(suggestEmail(email)).toBeUndefined();
  },
);
