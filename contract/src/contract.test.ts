import { describe, expect, test } from 'vitest';
import { findOperation, operations, preferredRefusals } from './contract.ts';
import { applicantExamples, applicantInput } from './examples.ts';
import { nameFor, pdfFrom, signatureBytes, sniffType } from './file-rules.ts';
import { registerForm, toRegistration } from './forms.ts';
import {
  allowedStates,
  applicantStates,
  fromExamResults,
  isPass,
  lifecycleRows,
  proceedTo,
  stateMoves,
  toExamResults,
} from './lifecycle.ts';
import { currencyByProvider, limits } from './limits.ts';
import { isHtmlDocument, readMessage } from './messages.ts';
import { register } from './operations/accounts.ts';
import { program } from './operations/catalogue.ts';
import { examResult } from './operations/exams.ts';
import { payOnline } from './operations/payments.ts';
import { pathParameters } from './wire.ts';

describe('the operations', () => {
  test('each have a name, and a method and path of their own', () => {
    const methodsAndPaths = operations.map(({ route }) => `${route.method} ${route.path}`);
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
    expect(new Set(methodsAndPaths).size).toBe(operations.length);
  });

  test('have at most one path parameter, and it comes last', () => {
    for (const { name, route } of operations) {
      const parameters = pathParameters(route.path);
      expect(parameters.length, name).toBeLessThanOrEqual(1);
      if (parameters[0]) expect(route.path, name).toMatch(new RegExp(`:${parameters[0]}$`));
    }
  });

  test('declare the success and the refusals they prefer, and 401 and 403 behind a token', () => {
    for (const operation of operations) {
      const { name, route, meta } = operation;
      const declaredStatuses = Object.keys(route.responses).map(Number);
      expect(declaredStatuses, name).toEqual(
        expect.arrayContaining([meta.successStatus, ...preferredRefusals(operation)]),
      );
      expect(
        declaredStatuses.filter((status) => status >= 500),
        name,
      ).toEqual([]);
    }
  });

  test('say which may be repeated: all that only read, and few others', () => {
    const repeatableOperations = operations.filter(({ meta }) => meta.safeToRepeat);
    for (const { route, meta } of operations)
      if (route.method === 'GET') expect(meta.safeToRepeat).toBe(true);
    expect(
      repeatableOperations.filter(({ route }) => route.method !== 'GET').map(({ name }) => name),
    ).toEqual(['applicants.editProfile', 'auth.login']);
  });
});

describe('the states', () => {
  test('are moved by operations of the contract or by staff', () => {
    for (const { movedBy } of lifecycleRows)
      expect(movedBy.startsWith('staff.') || findOperation(movedBy)).toBeTruthy();
  });

  test('can all be reached, one after the other', () => {
    const reachableStates = new Set(stateMoves.map(({ to }) => to));
    expect([...applicantStates].filter((state) => !reachableStates.has(state))).toEqual([]);
  });

  test('lead somewhere, except before activation and after admission', () => {
    const statesWithoutPage = applicantStates.filter((state) => !(state in proceedTo));
    expect(statesWithoutPage).toEqual(['NOT_ACTIVATED', 'ADMITTED']);
  });

  test('allow an exam only when ACTIVATED, and restrict nothing else than the journey', () => {
    expect(allowedStates('exams.create')).toEqual(['ACTIVATED']);
    expect(allowedStates('programs.list')).toBeUndefined();
  });
});

describe('the examples', () => {
  for (const [name, example] of Object.entries(applicantExamples)) {
    test(`${name} is valid, as typed and as sent`, () => {
      expect(applicantInput.parse(example)).toBeTruthy();
      expect(
        register.body.parse(toRegistration(registerForm.parse(example.register))),
      ).toBeTruthy();
    });
  }
});

describe('an error body', () => {
  const bodiesAndMessages: [body: unknown, message: string][] = [
    ['Already registered', 'Already registered'],
    ['"Already registered"', 'Already registered'],
    [{ message: ' Wrong state ' }, 'Wrong state'],
    ['{"message":"Wrong state"}', 'Wrong state'],
    [{ timestamp: 1, status: 409, error: 'Conflict', message: '' }, 'Conflict'],
    [
      { type: 'about:blank', title: 'Conflict', detail: 'Already registered' },
      'Already registered',
    ],
    [{ title: 'Conflict', status: 409 }, 'Conflict'],
    [{ timestamp: 1 }, ''],
    ['<!DOCTYPE html><h1>502</h1>', ''],
    ['{broken', '{broken'],
    [undefined, ''],
    [null, ''],
    [42, ''],
  ];
  for (const [body, message] of bodiesAndMessages) {
    test(`${JSON.stringify(body)} says "${message}"`, () =>
      expect(readMessage(body)).toBe(message));
  }

  test('of angle brackets in words is no HTML page', () => {
    expect(isHtmlDocument('<b>5</b> is less')).toBe(false);
    expect(isHtmlDocument('\n<html lang="en">')).toBe(true);
  });
});

describe('exam answers', () => {
  test('are pairs of the question and the choice', () => {
    expect(
      toExamResults([
        [1, 4],
        ['q2', 'c9'],
      ]),
    ).toBe('1:4,q2:c9');
    expect(toExamResults([])).toBe('');
  });

  test('are read back, and anything else is not', () => {
    expect(fromExamResults('1:4, q2:c9')).toEqual([
      ['1', '4'],
      ['q2', 'c9'],
    ]);
    expect(fromExamResults('')).toEqual([]);
    for (const invalidResultsText of ['1', '1:2:3', '1:', ':2', '1:2,'])
      expect(fromExamResults(invalidResultsText)).toBeUndefined();
  });

  test('fail only with the word Fail', () => {
    expect(isPass({ resultDesc: 'Fail' })).toBe(false);
    expect(isPass({ result: 'Fail', resultDesc: 'You did not make it' })).toBe(false);
    for (const resultDesc of ['FAILED', 'failure', 'EXAM_FAILED', 'You have failed.'])
      expect(isPass({ resultDesc })).toBe(false);
    expect(isPass({ result: 82, resultDesc: 'Pass' })).toBe(true);
    expect(isPass({ result: 'PASSED', resultDesc: 'Unfailing' })).toBe(true);
  });
});

describe('answers', () => {
  test('may leave out, null or add what the specification does not insist on', () => {
    expect(
      program.safeParse({ id: 'a-1', name: 'Accounting', description: null, colour: 'red' })
        .success,
    ).toBe(true);
    expect(
      examResult.safeParse({ resultDesc: 'Fail', paymentDto: null, bankAccountList: null }).success,
    ).toBe(true);
    expect(examResult.safeParse({ resultDesc: 'Fail' }).success).toBe(true);
    expect(
      examResult.safeParse({ resultDesc: 'Fail', paymentDto: {}, bankAccountList: [] }).success,
    ).toBe(true);
  });

  test('of a passed exam say what to pay', () => {
    const passResult = { result: 'pass', resultDesc: 'Pass', bankAccountList: [] };
    for (const missingPaymentDto of [null, undefined, {}])
      expect(examResult.safeParse({ ...passResult, paymentDto: missingPaymentDto }).success).toBe(
        false,
      );
    const paymentDto = { paymentCode: 'OPC-1', paymentAmount: 500.0, isOffline: null };
    expect(examResult.safeParse({ ...passResult, paymentDto }).success).toBe(true);
  });

  test('may not miss what the site cannot do without', () => {
    expect(program.safeParse({ id: 1 }).success).toBe(false);
    expect(program.safeParse({ id: 2 ** 53, name: 'x' }).success).toBe(false);
  });
});

test('the type of a file is read from its first bytes', () => {
  const encodeText = (text: string) => new TextEncoder().encode(text);
  expect(sniffType(encodeText('%PDF-1.7'))).toBe('application/pdf');
  expect(sniffType(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
  expect(sniffType(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]))).toBe(
    'image/png',
  );
  expect(sniffType(encodeText('GIF89a'))).toBe('image/gif');
  expect(sniffType(encodeText('RIFF\n\r\0\0WEBPVP8 '))).toBe('image/webp');
  expect(sniffType(encodeText('\0\0\0 ftypavif'))).toBe('image/avif');
  expect(sniffType(encodeText('\0\0\0 ftypheic'))).toBe('image/heic');
  expect(sniffType(encodeText('\0\0\0 ftypmp42'))).toBeUndefined();
  expect(sniffType(new Uint8Array())).toBeUndefined();
});

describe('a PDF with something before it', () => {
  const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

  test.each([
    ['a byte order mark', '\xef\xbb\xbf'],
    ['blank lines', '\r\n\r\n  \n'],
    ['commands of a printer', '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'],
    ['the most that readers look over', ' '.repeat(signatureBytes - 5)],
  ])('%s is one, and is sent without it', (_what, precedingText) => {
    const pdfBytes = toBytes(`${precedingText}%PDF-1.4\n%%EOF`);
    expect(sniffType(pdfBytes)).toBe('application/pdf');
    expect(pdfFrom(pdfBytes)).toEqual(toBytes('%PDF-1.4\n%%EOF'));
  });

  test('is none where more stands before it, or it is in a picture', () => {
    expect(sniffType(toBytes(`${' '.repeat(signatureBytes - 4)}%PDF-1.4`))).toBeUndefined();
    expect(sniffType(toBytes('\xff\xd8\xff\xe1%PDF-1.4'))).toBe('image/jpeg');
    expect(sniffType(toBytes('GIF89a%PDF-'))).toBe('image/gif');
  });
});

test.each([
  ['application/pdf', 'Grade 12 certificate', 'Grade 12 certificate.pdf'],
  ['application/pdf', 'Certificate No. 12', 'Certificate No. 12.pdf'],
  ['application/pdf', 'certificate.', 'certificate.pdf'],
  ['application/pdf', 'certificate.PDF', 'certificate.PDF'],
  ['application/pdf', 'certificate.pdf.bin', 'certificate.pdf'],
  ['application/pdf', 'scan.jpg', 'scan.pdf'],
  ['application/pdf', 'የ12ኛ ክፍል ውጤት', 'የ12ኛ ክፍል ውጤት.pdf'],
  ['image/jpeg', 'slip.jpeg', 'slip.jpeg'],
  ['image/jpeg', 'slip.HEIC', 'slip.jpg'],
  ['image/png', 'slip.jpg', 'slip.png'],
  ['image/gif', 'slip.doc', 'slip.doc'],
  ['', 'slip', 'slip'],
])('a file of %s that is called %s is sent as %s', (content, name, sentName) => {
  expect(nameFor(content, name)).toBe(sentName);
});

// specification/website §9; specification/journey §9
test('the limits that no form and no rule names are the specified ones', () => {
  const { session, phone, grades, payment, receipt } = limits;
  expect(session.lifetimeMs).toBe(50 * 60_000);
  expect(phone.placeholderPrefix).toBe('+251');
  expect(grades.grade10Result).toEqual({ min: 0, max: 4, step: 0.1 });
  expect(grades.grade12Result).toEqual({ min: 0, max: 700 });
  const paymentLimitsToKeep = { intent: 'SALE', copyToastMs: 4000, stateBankPrefix: '1000' };
  expect(payment).toEqual({ windowDays: 10, ...paymentLimitsToKeep });
  expect(receipt).toEqual({ registrationFee: 0, otherFees: 0 });
});

test('an online payment goes through one of the three gateways, with intent SALE', () => {
  expect(currencyByProvider).toEqual({ paypal: 'USD', stripe: 'USD', arifpay: 'ETB' });
  const requestBodyWithoutMethod = {
    price: 500,
    currency: 'ETB',
    intent: 'SALE',
    description: 'Fee',
  };
  const acceptsPaymentWith = (fields: object) =>
    payOnline.body.safeParse({ ...requestBodyWithoutMethod, ...fields }).success;
  for (const method of Object.keys(currencyByProvider))
    expect(acceptsPaymentWith({ method })).toBe(true);
  for (const unknownProvider of ['PAYPAL', 'cash', '', undefined])
    expect(acceptsPaymentWith({ method: unknownProvider })).toBe(false);
  expect(acceptsPaymentWith({ method: 'arifpay', intent: 'ORDER' })).toBe(false);
  expect(acceptsPaymentWith({ method: 'arifpay', price: 0 })).toBe(false);
});
