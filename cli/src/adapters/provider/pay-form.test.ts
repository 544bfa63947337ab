import { expect, test } from 'vitest';
import { payFormAction } from './pay-form.ts';

const page = 'https://pay.example/one/two';
const find = (html: string) => payFormAction(html, page)?.href;

test('the form that says Pay is found among others', () => {
  const cancel = '<form action="/cancel"><button>Cancel</button></form>';
  const pay = `<FORM method="post"\n action='../pay?a=1&amp;b=2'><button>Pay</button></FORM>`;
  expect(find(`<p>Pay here</p>${cancel}${pay}`)).toBe('https://pay.example/pay?a=1&b=2');
});

test('a page without one, or with one that leads nowhere, has none', () => {
  const odd = [
    '',
    'Pay',
    '<form>Pay</form>',
    '<form action="/x">Repay</form>',
    '<form action="https://[">Pay</form>',
    '<form action="/x',
  ];
  for (const html of odd) expect(find(html)).toBeUndefined();
});
