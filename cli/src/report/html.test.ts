import { createHash } from 'node:crypto';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { aGoodReport, aReport, nasty, oneOfEach, passed } from '../testing/report.ts';
import { htmlReport } from './html.ts';
import { exact, linear, logarithmic } from './html-chart.ts';

const results = [...oneOfEach, passed('a.b/c', { outcome: 'skipped', reason: nasty })];
const source = htmlReport(
  aReport({ results, target: nasty, ended: nasty, baselineProblems: [nasty] }),
);

function parse(html: string) {
  return new new Window().DOMParser().parseFromString(html, 'text/html');
}

test("a server's text stays text", () => {
  const document = parse(source);
  expect(document.querySelectorAll('img')).toHaveLength(0);
  expect(document.querySelectorAll('script')).toHaveLength(1);
  expect(source).not.toContain('<img');
  expect(source).not.toMatch(/(?![\t\n])\p{Cc}|\u202e/u);
  expect(document.querySelector('dd.got')?.textContent).toContain('</script><img src=x onerror=');
});

test('nothing is loaded, and nothing but its own style and script is run', () => {
  expect(source).not.toMatch(/\s(src|href)="(?!#|data:,")|@import|url\(/);
  for (const name of ['style', 'script']) {
    const [, inside = ''] = new RegExp(`<${name}>(.*)</${name}>`, 's').exec(source) ?? [];
    expect(source).toContain(`'sha256-${createHash('sha256').update(inside).digest('base64')}'`);
  }
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(source) ?? [];
  expect(() => new Function(script)).not.toThrow();
});

test('every check is there once; what fails the run is on top and open', () => {
  const document = parse(source);
  const shown = [...document.querySelectorAll('.result')];
  expect(shown.map(({ id }) => id).sort()).toEqual(results.map(({ check }) => check.id).sort());
  expect(shown[0]?.id).toBe('exams.create/twice');
  expect(shown.filter((one) => one.hasAttribute('open'))).toHaveLength(1);
  expect(document.querySelector('a')?.getAttribute('href')).toBe('#exams.create%2Ftwice');
});

test('the header says the end, the table what was answered and why the rest was not', () => {
  const document = parse(source);
  expect(document.querySelector('.verdict')?.textContent).toBe('1 check fails the run');
  const tiles = [...document.querySelectorAll('.tile')].map(({ textContent }) => textContent);
  expect(tiles).toEqual(['2 passed', '4 failed', '1 blocked', '1 waiting', '2 skipped']);
  const cells = [...document.querySelectorAll('tbody tr:nth-child(2) td')];
  expect(cells.map(({ textContent }) => textContent)).toEqual(['', '–', '✓2', '', '–', '✓1']);
  expect(cells[4]?.getAttribute('title')).toBe('the backend refuses with 401');
  expect(parse(htmlReport(aGoodReport())).querySelector('.verdict')?.className).toBe(
    'verdict good',
  );
});

test.each([
  [0, [0, 0.5, 1]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 50, 100]],
])('a scale up to %d has round steps', (most, ticks) => {
  const scale = linear(most);
  expect(scale.ticks.map((tick) => Number(tick.toFixed(6)))).toEqual(ticks);
  expect(scale.place(0)).toBe(0);
  expect(scale.place(scale.ticks.at(-1) ?? 0)).toBeCloseTo(1);
  expect(scale.place(most)).toBeLessThanOrEqual(1 + 1e-9);
});

test('a logarithmic scale goes from a power of ten to another, also around one value', () => {
  expect(logarithmic(3, 250).ticks).toEqual([1, 10, 100, 1000]);
  expect(logarithmic(10, 10).ticks).toEqual([10, 100]);
  expect(logarithmic(3, 250).place(10)).toBeCloseTo(1 / 3);
});

test('a scale of seconds ends where the run ends', () => {
  const scale = exact(7);
  expect([scale.place(7), scale.ticks]).toEqual([1, [0, 2, 4, 6]]);
});
