// @vitest-environment happy-dom

import { render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SettingsError } from '../site/config.ts';
import { complaints, heading, renderSite } from '../testing/render-site.tsx';
import { lazily } from '../ui/part.tsx';
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

    describe('a screen whose file cannot be loaded', () => {
      const cause = 'Failed to fetch dynamically imported module: /assets/public-a1.js';
      afterEach(() => void vi.unstubAllGlobals());

      /** Opens the page from another one. @param host what the site's own host answers, if it does */
      async function open(host?: Response) {
        let asked = 0;
        const load = async (): Promise<{ About: never }> => {
          asked += 1;
          throw new TypeError(cause);
        };
        const fetched = vi.fn(async () => host ?? Promise.reject(new TypeError('Failed to fetch')));
        vi.stubGlobal('fetch', fetched);
        Object.assign(screens, { about: lazily(load, 'About') });
        const { user } = await renderSite('/Contact');
        const menu = within(screen.getByRole('navigation', { name: 'Main' }));
        await user.click(menu.getByRole('link', { name: 'About Us' }));
        return { user, menu, fetched, asked: () => asked };
      }

      test("is the site's own page for it, which says so and names no script but under the technical details", async () => {
        const { user, menu, asked } = await open();
        await heading('You are offline');
        expect(screen.getByText(/What you typed is kept\./)).toBeTruthy();
        expect(stack()).toContain(cause);
        const details = document.querySelector('details');
        expect(details?.open).toBe(false);
        details?.remove();
        expect(document.querySelector('main')?.textContent).not.toContain('assets');
        expect(asked()).toBe(1);
        Object.assign(screens, { about });
        await user.click(menu.getByRole('link', { name: 'contact us' }));
        await heading('Contact');
        await user.click(menu.getByRole('link', { name: 'About Us' }));
        await heading('About Us');
      });

      test('is loaded anew by Try again, and by the connection, as soon as the host answers', async () => {
        const reload = vi.spyOn(location, 'reload').mockReturnValue();
        const { user, fetched } = await open();
        await heading('You are offline');
        const again = screen.getByRole('button', { name: 'Try again' });
        await user.click(again);
        await screen.findByText('There is still no connection.');
        expect(reload).not.toHaveBeenCalled();
        fetched.mockImplementation(async () => new Response('', { status: 502 }));
        await user.click(again);
        await waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
        expect(reload).not.toHaveBeenCalled();
        fetched.mockImplementation(async () => new Response(''));
        await user.click(again);
        await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
        dispatchEvent(new Event('online'));
        await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
      });

      test('does not blame the connection where the host answers', async () => {
        await open(new Response(''));
        await heading("We couldn't load this page");
        expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
      });
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
