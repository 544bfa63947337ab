import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compare, type Observe } from '../testing/observe.ts';
import { creates, registers, savesBio, savesContact, savesEducation } from '../testing/saves.ts';

// Halfway through a year: there are birthdays behind and ahead.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fault, what it refuses, and its nearest neighbour, which it takes. */
const cases: [fault: string, refused: Observe, taken: Observe][] = [
  [
    'phone-15-refused',
    registers({ phoneNumber: '251911234567890' }),
    registers({ phoneNumber: '25191123456789' }),
  ],
  [
    'phone-8-refused',
    registers({ phoneNumber: '09112345' }),
    registers({ phoneNumber: '091123456' }),
  ],
  ['phone-plus-refused', registers({}), registers({ phoneNumber: '0911234567' })],
  ['names-ascii-only', registers({ firstName: 'አበበ' }), registers({})],
  ['referral-required', registers({}), registers({ referral: 'OPC-2025' })],
  ['marketing-required', registers({}), registers({ iAgreeMarketing: true })],
  ['password-space-refused', creates('Addis Abeba 1'), creates('AddisAbeba1')],
  ['password-8-refused', creates('Selam202'), creates('Selam2025')],
  [
    'age-18-by-day',
    savesBio({ dateOfBirth: '2008-12-31' }),
    savesBio({ dateOfBirth: '2008-01-01' }),
  ],
  ['country-listed-refused', savesBio({ countryOfBirth: 'Guinea-Bissau' }), savesBio({})],
  ['marital-required', savesBio({ maritalStatus: undefined }), savesBio({})],
  ['contact-optional-required', savesContact({ nameOfEmployer: undefined }), savesContact({})],
  ['relation-listed-only', savesContact({ contactRelation: 'guardian' }), savesContact({})],
  ['grades-two-years-refused', savesEducation({}), savesEducation({ grade12Year: 2022 })],
];

test.each(cases)('%s', async (fault, refused, taken) => {
  const success = expect.toSatisfy((status: number) => status === 200 || status === 201);
  expect(await compare(fault, refused)).toEqual([success, 400]);
  expect(await compare(fault, taken)).toEqual([success, success]);
});
