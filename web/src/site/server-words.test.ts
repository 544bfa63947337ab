import { expect, test } from 'vitest';
import { serverWords } from './server-words.ts';

test.each([
  'The e-mail is in use.',
  'Error: the code is wrong',
  'You have used all attempts. Error 3.',
  'ይህ ኢሜይል ጥቅም ላይ ነው።',
  'Pay at a bank (CBE or Awash).',
  'Your password is too weak:\nat least 8 characters',
  'Please write to <admissions@example.com>.',
])('%j is for people', (said) => {
  expect(serverWords(said)).toBe(said);
  expect(serverWords({ message: said })).toBe(said);
});

test.each([
  'java.lang.IllegalStateException: closed\n\tat org.college.Exams.create(Exams.java:41)',
  'TypeError: Cannot read properties of undefined',
  'TypeError: x is not a function\n    at Object.<anonymous> (/srv/app.js:1:1)',
  'Traceback (most recent call last):',
  'SQLSTATE[23000]: Integrity constraint violation',
  'ERROR: duplicate key value violates unique constraint "uk_applicant_email"',
  "Duplicate entry 'hana@example.com' for key 'email'",
  'could not execute statement; constraint [uk_x]',
  'select a.id from applicant a where a.email=?',
  "Cannot read properties of undefined (reading 'id')",
  'connect ECONNREFUSED 127.0.0.1:5432',
  'Internal Server Error',
  'Bad <b>request</b>',
  '{"status":500,"path":',
  '[object Object]',
  'undefined',
  'x'.repeat(501),
])('%j is not', (said) => {
  expect(serverWords({ message: said })).toBe('');
});
