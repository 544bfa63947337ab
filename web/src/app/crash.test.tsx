// @vitest-environment happy-dom

import { render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { complaints, heading, renderSite } from '../testing/render-site.tsx';
import { lazily } from '../ui/part.tsx';
import { SettingsError } from './config.ts';
import { CrashBoundary, showSettingsProblem } from './crash.tsx';
import { screens } from './screens.ts';

describe('crash boundary', () => {
  const title = 'Unexpected Application Error!';

  // React logs what a boundary caught.
  afterEach(() => void complaints.splice(0));

  function show(thrown: unknown): void {
    function Screen(): never {
      throw thrown;
    }
    render(
      <CrashBoundary>
        <Screen />
      </CrashBoundary>,
    );
  }

  const said = () => screen.getByRole('alert').textContent;
  const stack = () => document.querySelector('details pre')?.textContent;

  describe('a screen that throws', () => {
    test('an error is replaced by its message and its stack', () => {
      const error = new TypeError('x is undefined');
      show(error);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
      expect(said()).toBe('x is undefined');
      expect(stack()).toBe(error.stack);
      expect(screen.getByText('Technical details').closest('details')?.open).toBe(false);
      const again = screen.getByRole<HTMLAnchorElement>('link', { name: 'Load the page again' });
      expect(again.href).toBe(location.href);
    });

    test.each([
      [{ status: 404, statusText: 'Not Found' }, '404 Not Found'],
      [{ status: 500, message: 'It broke' }, '500 It broke'],
      [{ status: 503, statusText: '', message: 'Later' }, '503 Later'],
      [{ status: 418 }, '418'],
      [new Response('', { status: 404, statusText: 'Not Found' }), '404 Not Found'],
    ])('%j is replaced by its status and its words, without a stack', (thrown, words) => {
      show(thrown);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
      expect(said()).toBe(words);
      expect(stack()).toBeUndefined();
    });

    test.each([undefined, null])('%s is replaced all the same', (thrown) => {
      show(thrown);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    });
  });

  describe('in the site', () => {
    const { about } = screens;
    afterEach(() => void Object.assign(screens, { about }));

    test('the frame stays around a screen that throws, and other pages open', async () => {
      const Broken = (): never => {
        throw new RangeError('Invalid time value');
      };
      Object.assign(screens, { about: lazily(async () => ({ Broken }), 'Broken') });
      const { user } = await renderSite('/Contact');
      const menu = within(screen.getByRole('navigation', { name: 'Main' }));
      await user.click(menu.getByRole('link', { name: 'About Us' }));
      await heading(title);
      expect(said()).toBe('Invalid time value');
      expect(document.title).toBe(`${title} · One Planet College`);
      await user.click(menu.getByRole('link', { name: 'contact us' }));
      await heading('Contact');
    });

    test('a screen whose file cannot be loaded says so, and it is asked for only once', async () => {
      let asked = 0;
      const load = async (): Promise<{ About: never }> => {
        asked += 1;
        throw new TypeError('Failed to fetch dynamically imported module');
      };
      Object.assign(screens, { about: lazily(load, 'About') });
      const { user } = await renderSite('/Contact');
      const menu = within(screen.getByRole('navigation', { name: 'Main' }));
      await user.click(menu.getByRole('link', { name: 'About Us' }));
      await heading(title);
      expect(said()).toBe('Failed to fetch dynamically imported module');
      expect(screen.getByText(/Check your internet connection/)).toBeTruthy();
      expect(screen.getByText(/What you typed is kept\./)).toBeTruthy();
      expect(asked).toBe(1);
      Object.assign(screens, { about });
      await user.click(menu.getByRole('link', { name: 'contact us' }));
      await heading('Contact');
      await user.click(menu.getByRole('link', { name: 'About Us' }));
      await heading('About Us');
    });
  });
});

describe('settings problem', () => {
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
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Load the page again' });
    expect(link.href).toBe(location.href);
  });

  test.each([
    ['not JSON', new SyntaxError('Unexpected token <'), 'config.json is not valid JSON.'],
    [
      'out of reach',
      new TypeError('Failed to fetch'),
      "We couldn't load config.json. Please check your internet connection.",
    ],
  ])('settings that are %s are described in a sentence', async (_how, error, sentence) => {
    expect((await show(error)).textContent).toBe(sentence);
  });
});
