import { cleanPhone, registerForm } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

describe('any text', () => {
  test.each([
    ['Hana\u200b', 'Hana'],
    ['\u200eFT25330\u200bK8J2\u202c', 'FT25330K8J2'],
    ['OPC-1\u200b', 'OPC-1'],
    ['\ufeffHana', 'Hana'],
    ['Gebre\u00a0Mariam', 'Gebre Mariam'],
    ['ገብረ\u2003ማርያም', 'ገብረ ማርያም'],
    ['one\tline\r\nmore', 'one line  more'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['iOS dictated this\ufffc', 'iOS dictated this'],
    ['\u202e\u2066\u2069\u061c', ''],
    ['\u200c\u200d', ''],
    // Joiners are removed from a Latin word and kept in a Persian one.
    ['Ha\u200dna', 'Hana'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['\u200cعلی\u200c', 'علی'],
    ['क्\u200dष', 'क्\u200dष'],
    ['عَلِيَ\u200cرضا', 'عَلِيَ\u200cرضا'],
    ['  as it is, ', 'as it is,'],
    ['🎓 \u{e0041}', '🎓'],
  ])('%j becomes %j', (pasted, expectedText) => {
    expect(cleanText(pasted, 'text')).toBe(expectedText);
  });
});

describe('a phone number', () => {
  test.each([
    ['\u202d+251 91 148 0437\u202c', '+251 91 148 0437'],
    ['\u200e+251911480437', '+251911480437'],
    ['0911/480437', '0911/480437'],
    ['tel:+251911480437', '+251911480437'],
    ['Mobile: (+251) 911 480437.', '(+251) 911 480437'],
    ['ስልክ፦ 0911480437።', '0911480437'],
    ['(0911480437)', '0911480437'],
    ['<0911480437>', '0911480437'],
    ['"0911 480 437",', '0911 480 437'],
    ['+251 (0)91 148 0437', '+251 (0)91 148 0437'],
    ['\u2066+251\u2011911\u2011480437\u2069', '+251\u2011911\u2011480437'],
    ['٠٩١١٤٨٠٤٣٧', '0911480437'],
    ['＋２５１９１１４８０４３７', '+251911480437'],
  ])('%j is shown as %j, and is valid', (pasted, expectedText) => {
    const text = cleanText(pasted, 'tel');
    expect(text).toBe(expectedText);
    expect(registerForm.shape.phoneNumber.safeParse(text).success).toBe(true);
  });

  test.each([
    '0911480437 / 0912480437',
    '0911480437/38',
    '5517001, 5517002',
    '5517001/5517002',
    '1. 0911480437',
    '0911480437 (2)',
    '0911480437,0912',
    'call me',
    '09a1480437',
    'Hana 0911480437',
  ])('is not found in %j', (pasted) => {
    const parseResult = registerForm.shape.phoneNumber.safeParse(cleanText(pasted, 'tel'));
    expect(parseResult.success).toBe(false);
  });

  test('that is missing stays undefined', () => {
    expect(cleanPhone(undefined)).toBeUndefined();
  });
});

describe('an email address', () => {
  test.each([
    '\u200ehana@example.com',
    'hana@example.com\u200b',
    'hana\u200b@example.com',
    '<hana@example.com>',
    'mailto:hana@example.com',
    'Hana Tesfaye <hana@example.com>',
    '"Hana" <hana@example.com>,',
    'Email: hana@example.com.',
    'E-Mail:hana@example.com',
    'mailto:hana@example.com?subject=hello',
    '[hana@example.com](mailto:hana@example.com)',
    'hana@example.com, hana@example.com',
    '(hana@example.com)',
    'hana@example.com።',
  ])('is found in %j', (pasted) => {
    expect(cleanText(pasted, 'email')).toBe('hana@example.com');
  });

  test.each(['hana @example.com', 'hana@example.com biruk@example.com', 'hana', 'hana@@b.c'])(
    'is not guessed from %j',
    (typed) => {
      expect(cleanText(typed, 'email')).toBe(typed);
    },
  );
});

test.each(['(', '. a', '\u200d', ':', '@', ' ', '<a@', '.', 'a\u200c'])(
  'a million times %j is cleaned in less than the timeout of a test',
  (part) => {
    for (const type of ['text', 'tel', 'email'])
      expect(cleanText(`${part.repeat(1_000_000)}a`, type).length).toBeLessThanOrEqual(3_000_001);
  },
);
