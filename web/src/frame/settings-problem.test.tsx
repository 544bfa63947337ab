// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { parseSettings, SettingsError } from '../config.ts';
import { showSettingsProblem } from './settings-problem.tsx';

afterEach(() => document.body.replaceChildren());

async function show(error: unknown): Promise<HTMLElement> {
  showSettingsProblem(document.body.appendChild(document.createElement('div')), error);
  await screen.findByRole('heading', { level: 1, name: 'This website cannot start' });
  return screen.getByRole('alert');
}

test('each problem of the settings is named, in a list', async () => {
  const problems = ['apiBase is missing: it must be a text', 'theme is not a setting'];
  const alert = within(await show(new SettingsError(problems)));
  expect(alert.getByText('Its settings (config.json) are wrong:')).toBeTruthy();
  expect(alert.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(problems);
});

test('empty settings name every one of them', async () => {
  const alert = await show(thrownBy(() => parseSettings({})));
  for (const name of ['apiBase', 'portals.student', 'contact.email', 'prices.usd', 'bankChoices']) {
    expect(alert.textContent).toContain(`${name} is missing`);
  }
});

test.each([
  ['not JSON', new SyntaxError('Unexpected token <'), 'config.json is not valid JSON.'],
  [
    'out of reach',
    new TypeError('Failed to fetch'),
    "We couldn't load config.json. Please check your internet connection.",
  ],
])('settings that are %s are told in a sentence', async (_how, error, sentence) => {
  expect((await show(error)).textContent).toBe(sentence);
});

test('the page can be loaded again', async () => {
  await show(new SettingsError([]));
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Load the page again' });
  expect(link.href).toBe(location.href);
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
