import { render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SiteContext } from '../site/client.ts';
import { SettingsError } from '../site/config.ts';
import { createSiteWithoutPage, findHeading, renderSite } from '../testing/render-site.tsx';
import { unexpectedErrors } from '../testing/unexpected-errors.ts';
import { lazyExport } from '../ui/lazy-part.tsx';
import { CrashBoundary, showSettingsProblem } from './crash.tsx';
import { screens } from './screens.ts';

describe('crash boundary', () => {
  const crashTitle = 'Unexpected Application Error!';

  // React logs what a boundary caught.
  afterEach(() => void unexpectedErrors.splice(0));

  function renderCrash(thrownValue: unknown): void {
    function Screen(): never {
      throw thrownValue;
    }
    render(
      <SiteContext value={createSiteWithoutPage()}>
        <CrashBoundary>
          <Screen />
        </CrashBoundary>
      </SiteContext>,
    );
  }

  const readAlertText = () => screen.getByRole('alert').textContent;
  const readStackText = () => document.querySelector('details pre')?.textContent;

  describe('a screen that throws', () => {
    test('an error is replaced by its message and its stack', () => {
      const error = new TypeError('x is undefined');
      renderCrash(error);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(crashTitle);
      expect(readAlertText()).toBe('x is undefined');
      expect(readStackText()).toBe(error.stack);
      expect(screen.getByText('Technical details').closest('details')?.open).toBe(false);
      const reloadLink = screen.getByRole<HTMLAnchorElement>('link', {
        name: 'Load the page again',
      });
      expect(reloadLink.href).toBe(location.href);
    });

    test.each([
      [{ status: 404, statusText: 'Not Found' }, '404 Not Found'],
      [{ status: 500, message: 'It broke' }, '500 It broke'],
      [{ status: 503, statusText: '', message: 'Later' }, '503 Later'],
      [{ status: 418 }, '418'],
      [new Response('', { status: 404, statusText: 'Not Found' }), '404 Not Found'],
    ])('%j is replaced by its status and its message, without a stack', (thrownValue, message) => {
      renderCrash(thrownValue);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(crashTitle);
      expect(readAlertText()).toBe(message);
      expect(readStackText()).toBeUndefined();
    });

    test.each([undefined, null])('%s is replaced all the same', (thrownValue) => {
      renderCrash(thrownValue);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(crashTitle);
    });
  });

  describe('in the site', () => {
    const { about } = screens;
    afterEach(() => void Object.assign(screens, { about }));

    test('the frame stays around a screen that throws, and other pages open', async () => {
      const Broken = (): never => {
        throw new RangeError('Invalid time value');
      };
      Object.assign(screens, { about: lazyExport(async () => ({ Broken }), 'Broken') });
      const { user } = await renderSite('/Contact');
      const inMenu = within(screen.getByRole('navigation', { name: 'Main' }));
      await user.click(inMenu.getByRole('link', { name: 'About Us' }));
      await findHeading(crashTitle);
      expect(readAlertText()).toBe('Invalid time value');
      expect(document.title).toBe(`${crashTitle} · One Planet College`);
      await user.click(inMenu.getByRole('link', { name: 'contact us' }));
      await findHeading('Contact');
    });

    describe('a screen whose file cannot be loaded', () => {
      const loadErrorText = 'Failed to fetch dynamically imported module: /assets/public-a1.js';
      afterEach(() => void vi.unstubAllGlobals());

      /** @returns mocks of the host, which cannot be reached, and of the reload */
      function breakAbout() {
        const load = vi.fn(async (): Promise<{ About: never }> => {
          throw new TypeError(loadErrorText);
        });
        Object.assign(screens, { about: lazyExport(load, 'About') });
        const fetchMock = vi.fn(async (): Promise<Response> => {
          throw new TypeError('Failed to fetch');
        });
        vi.stubGlobal('fetch', fetchMock);
        const reloadMock = vi.spyOn(location, 'reload').mockReturnValue();
        return { load, fetchMock, reloadMock };
      }

      async function openAboutFromContact() {
        const { user } = await renderSite('/Contact');
        const menu = within(screen.getByRole('navigation', { name: 'Main' }));
        await user.click(menu.getByRole('link', { name: 'About Us' }));
        return { user, menu };
      }

      test('is replaced by a page that says so and names scripts only under the technical details', async () => {
        const { load } = breakAbout();
        const { user, menu } = await openAboutFromContact();
        await findHeading('You are offline');
        expect(screen.getByText(/What you typed is kept\./)).toBeTruthy();
        expect(readStackText()).toContain(loadErrorText);
        const detailsElement = document.querySelector('details');
        expect(detailsElement?.open).toBe(false);
        detailsElement?.remove();
        expect(document.querySelector('main')?.textContent).not.toContain('assets');
        expect(load).toHaveBeenCalledTimes(1);
        Object.assign(screens, { about });
        await user.click(menu.getByRole('link', { name: 'contact us' }));
        await findHeading('Contact');
        await user.click(menu.getByRole('link', { name: 'About Us' }));
        await findHeading('About Us');
      });

      test('is reloaded by Try again and when the connection returns, but only if the host responds', async () => {
        const { fetchMock, reloadMock } = breakAbout();
        const { user } = await openAboutFromContact();
        await findHeading('You are offline');
        const retryButton = screen.getByRole('button', { name: 'Try again' });
        await user.click(retryButton);
        await screen.findByText('There is still no connection.');
        expect(reloadMock).not.toHaveBeenCalled();
        fetchMock.mockImplementation(async () => new Response('', { status: 502 }));
        await user.click(retryButton);
        await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(4));
        expect(reloadMock).not.toHaveBeenCalled();
        fetchMock.mockImplementation(async () => new Response(''));
        await user.click(retryButton);
        await waitFor(() => expect(reloadMock).toHaveBeenCalledTimes(1));
        dispatchEvent(new Event('online'));
        await waitFor(() => expect(reloadMock).toHaveBeenCalledTimes(2));
      });

      test('is reloaded by itself if the host responds', async () => {
        const { fetchMock, reloadMock } = breakAbout();
        fetchMock.mockResolvedValue(new Response(''));
        await openAboutFromContact();
        await waitFor(() => expect(reloadMock).toHaveBeenCalledTimes(1));
        expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      });

      test('is reloaded by itself if the host responds again by the time the page is shown', async () => {
        const { fetchMock, reloadMock } = breakAbout();
        fetchMock
          .mockRejectedValueOnce(new TypeError('Failed to fetch'))
          .mockResolvedValue(new Response(''));
        await openAboutFromContact();
        await waitFor(() => expect(reloadMock).toHaveBeenCalledTimes(1));
      });
    });
  });
});

describe('the page about wrong settings', () => {
  afterEach(() => document.body.replaceChildren());

  const contact = { phones: ['+251911234567'], email: 'info@college.example' };

  async function renderSettingsProblem(
    error: unknown,
    builtContact?: typeof contact,
  ): Promise<HTMLElement> {
    vi.spyOn(console, 'error').mockReturnValue();
    const root = document.body.appendChild(document.createElement('div'));
    showSettingsProblem(root, error, builtContact);
    await screen.findByRole('heading', { level: 1, name: "We can't open this page right now" });
    return screen.getByRole('alert');
  }

  test('tells an applicant that it is not her phone, and whom to call; the mistakes are for others', async () => {
    const problems = [
      'apiBase is missing: it must be a text',
      'prices must be a group of settings',
    ];
    const inAlert = within(await renderSettingsProblem(new SettingsError(problems), contact));
    expect(inAlert.getByText(/^Our website has a fault\. It is not your phone/)).toBeTruthy();
    expect(inAlert.queryAllByRole('listitem')).toEqual([]);
    const linksTo = inAlert.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(linksTo).toEqual(['tel:+251911234567', 'mailto:info@college.example']);
    const listed = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(listed).toEqual(problems);
    const reloadLink = screen.getByRole<HTMLAnchorElement>('link', { name: 'Load the page again' });
    expect(reloadLink.href).toBe(location.href);
  });

  test.each([
    [
      'not JSON',
      new SyntaxError('Unexpected token <'),
      'Our website has a fault. It is not your phone and not your connection. Please try again later.',
    ],
    ['out of reach', new TypeError('Failed to fetch'), 'Please check your internet connection.'],
  ])('has no word of programmers if the settings are %s', async (_how, error, sentence) => {
    expect((await renderSettingsProblem(error)).textContent).toBe(sentence);
    expect(document.body.textContent).not.toMatch(/JSON|config/);
  });
});
