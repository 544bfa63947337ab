import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { noticeAtom } from '../site/atoms.ts';
import type { Network } from '../testing/network.ts';
import { findHeading, renderSite, startNetwork } from '../testing/render-site.tsx';

describe('frame', () => {
  async function openAbout(options?: Parameters<typeof renderSite>[1]) {
    const rendered = await renderSite('/about', options);
    await findHeading('About Us');
    return rendered;
  }

  const inMenu = () => within(screen.getByRole('navigation', { name: 'Main' }));
  const getMenuButton = (name: string) => screen.getByRole('button', { name });
  const isMenuOpen = (name: string) => getMenuButton(name).getAttribute('aria-expanded') === 'true';
  /** The links of an open sub-menu. */
  const listSubmenuEntries = (name: string) =>
    within(getMenuButton(name).parentElement as HTMLElement)
      .queryAllByRole('link')
      .map(({ textContent }) => textContent);

  describe('the Admissions menu', () => {
    test('requests the programs once, when it is first opened', async () => {
      const { user, network } = await openAbout();
      expect(network.requests).toEqual([]);
      expect(listSubmenuEntries('Admissions')).toEqual([]);
      await user.click(getMenuButton('Admissions'));
      await inMenu().findByRole('link', { name: 'Social Work' });
      expect(listSubmenuEntries('Admissions')).toEqual([
        'Accounting',
        'Accounting and Finance',
        'Banking and Finance',
        'Data Science',
        'Entrepreneurship & Innovation',
        'Social Work',
      ]);
      await user.click(getMenuButton('Admissions'));
      expect(listSubmenuEntries('Admissions')).toEqual([]);
      await user.click(getMenuButton('Admissions'));
      expect(listSubmenuEntries('Admissions')).toHaveLength(6);
      expect(network.requests.map(({ path }) => path)).toEqual(['/programs/private']);
    });

    test('says that the programs are loading', async () => {
      const network = await startNetwork();
      const releasePrograms = network.delay('/programs/private', 200, [{ id: 1, name: 'Nursing' }]);
      const { user } = await openAbout({ network });
      await user.click(getMenuButton('Admissions'));
      expect(inMenu().getByText('Loading…')).toBeTruthy();
      releasePrograms();
      await inMenu().findByRole('link', { name: 'Nursing' });
      expect(inMenu().queryByText('Loading…')).toBeNull();
    });

    test('offers to try again if the programs cannot be loaded', async () => {
      const network = await startNetwork();
      network.cut();
      const { user } = await openAbout({ network });
      await user.click(getMenuButton('Admissions'));
      await inMenu().findByText("We couldn't load the programs.");
      expect(console.error).toHaveBeenCalledWith('programs.list: ConnectionError');
      expect(isMenuOpen('Admissions')).toBe(true);
      network.restore();
      await user.click(inMenu().getByRole('button', { name: 'Try again' }));
      await inMenu().findByRole('link', { name: 'Social Work' });
      expect(inMenu().queryByText("We couldn't load the programs.")).toBeNull();
    });

    test('says that there are no programs if the list is empty', async () => {
      const { user } = await openAbout({ responses: { '/programs/private': [] } });
      await user.click(getMenuButton('Admissions'));
      await inMenu().findByText('No programs are listed at the moment.');
    });

    test('stays open while focus moves inside it, and closes when focus leaves it or with Escape, which focuses its button', async () => {
      const { user } = await openAbout();
      await user.click(getMenuButton('Admissions'));
      await inMenu().findByRole('link', { name: 'Accounting' });
      await user.tab();
      expect(document.activeElement?.textContent).toBe('Accounting');
      await user.keyboard('{Escape}');
      expect(isMenuOpen('Admissions')).toBe(false);
      expect(document.activeElement).toBe(getMenuButton('Admissions'));
      await user.click(getMenuButton('Admissions'));
      for (let linkNumber = 1; linkNumber <= 6; linkNumber++) {
        await user.tab();
        expect(isMenuOpen('Admissions')).toBe(true);
      }
      expect(document.activeElement?.textContent).toBe('Social Work');
      await user.tab();
      expect(document.activeElement?.textContent).toBe('contact us');
      await waitFor(() => expect(isMenuOpen('Admissions')).toBe(false));
    });

    test('closes with a press elsewhere, also on the other menu', async () => {
      const { user } = await openAbout();
      await user.click(getMenuButton('Admissions'));
      await user.click(await findHeading('About Us'));
      await waitFor(() => expect(isMenuOpen('Admissions')).toBe(false));
      await user.click(getMenuButton('Admissions'));
      await user.click(getMenuButton('Programs'));
      await waitFor(() => expect(isMenuOpen('Admissions')).toBe(false));
      expect(isMenuOpen('Programs')).toBe(true);
      expect(listSubmenuEntries('Programs')).toEqual(['Degree Programs', 'Short Term Courses']);
    });

    test.each([
      ['Entrepreneurship & Innovation', '/admission/Entrepreneurship&Innovation'],
      ['ዳታ ሳይንስ', '/admission/%E1%8B%B3%E1%89%B3%E1%88%B3%E1%8B%AD%E1%8A%95%E1%88%B5'],
    ])('marks the link to %s as the current page', async (name, path) => {
      const network = await startNetwork();
      network.respond('/programs/private', 200, [
        { id: 1, name: 'Law' },
        { id: 2, name },
      ]);
      network.respond('/program_courses/', 200, []);
      const { user } = await renderSite(path, { network });
      await findHeading(name);
      await user.click(getMenuButton('Admissions'));
      const currentLinks = inMenu()
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page');
      expect(currentLinks.map(({ textContent }) => textContent)).toEqual([name]);
    });
  });

  test.each([
    ['Admissions', 'Admissions', 'Data Science', 'Data Science'],
    ['Menu', 'Close', 'contact us', 'Contact'],
  ])(
    '%s says whether it is open, closes when another page is opened, and stays closed after Back',
    async (closedLabel, openLabel, linkName, title) => {
      const { user } = await openAbout();
      expect(isMenuOpen(closedLabel)).toBe(false);
      await user.click(getMenuButton(closedLabel));
      expect(isMenuOpen(openLabel)).toBe(true);
      await user.click(getMenuButton(openLabel));
      expect(isMenuOpen(closedLabel)).toBe(false);
      await user.click(getMenuButton(closedLabel));
      await user.click(await inMenu().findByRole('link', { name: linkName }));
      await findHeading(title);
      expect(isMenuOpen(closedLabel)).toBe(false);
      history.back();
      await findHeading('About Us');
      await waitFor(() => expect(isMenuOpen(closedLabel)).toBe(false));
    },
  );

  describe('the folded menu, by keyboard', () => {
    async function openMenu() {
      const { user } = await openAbout();
      getMenuButton('Menu').focus();
      await user.keyboard('{Enter}');
      return user;
    }
    const readFocusedText = () => document.activeElement?.textContent;

    test('follows its button, and focus cycles in it while it is open', async () => {
      const user = await openMenu();
      expect(readFocusedText()).toBe('Close');
      await user.tab();
      expect(readFocusedText()).toBe('Home');
      await user.tab({ shift: true });
      expect(readFocusedText()).toBe('Close');
      await user.tab({ shift: true });
      expect(readFocusedText()).toBe(inMenu().getAllByRole('link').at(-1)?.textContent);
      await user.tab();
      expect(readFocusedText()).toBe('Close');
    });

    test('closes with Escape, which focuses its button', async () => {
      const user = await openMenu();
      await user.tab();
      await user.keyboard('{Escape}');
      expect(isMenuOpen('Menu')).toBe(false);
      expect(document.activeElement).toBe(getMenuButton('Menu'));
    });

    test('stays open when Escape closes a menu in it', async () => {
      const user = await openMenu();
      getMenuButton('Programs').focus();
      await user.keyboard('{Enter}');
      await user.tab();
      await user.keyboard('{Escape}');
      expect(isMenuOpen('Programs')).toBe(false);
      expect(readFocusedText()).toBe('Programs');
      expect(isMenuOpen('Close')).toBe(true);
    });

    test('ignores the keys on wide screens, where it is not folded', async () => {
      const user = await openMenu();
      getMenuButton('Close').style.display = 'none';
      inMenu().getByRole('link', { name: 'Home' }).focus();
      await user.keyboard('{Escape}');
      expect(readFocusedText()).toBe('Home');
    });
  });

  test.each([
    ['/', 'Building Capacity to Serve Humanity', 'Home'],
    ['/about', 'About Us', 'About Us'],
    ['/ABOUT', 'About Us', 'About Us'],
    ['/About/', 'About Us', 'About Us'],
    ['/contact', 'Contact', 'contact us'],
    ['/Login?redirectUrl=%2F', 'Sign in', 'Login'],
  ])('on %s the menu marks the page that is open, and only that', async (path, title, name) => {
    await renderSite(path);
    await findHeading(title);
    const currentLinks = inMenu()
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'));
    expect(
      currentLinks.map((link) => [link.textContent, link.getAttribute('aria-current')]),
    ).toEqual([[name, 'page']]);
  });

  test('the link to the student portal names it another website and has no token', async () => {
    const portals = {
      student: 'https://p.example/login?token={token}',
      staff: 'https://s.example',
    };
    await openAbout({ isLoggedIn: true, settings: { portals } });
    const portalLink = inMenu().getByRole('link', { name: 'Student Portal (another website)' });
    expect(portalLink.getAttribute('href')).toBe('https://p.example/');
  });

  test('the footer shows the address, the phones and the email of the settings', async () => {
    const contact = { address: ['House 5', 'Adama'], phones: ['+251 22-1'], email: 'a@b.example' };
    await openAbout({ settings: { contact } });
    const inFooter = within(screen.getByRole('contentinfo'));
    expect(inFooter.getByText('House 5')).toBeTruthy();
    expect(inFooter.getByRole('link', { name: '+251 22-1' }).getAttribute('href')).toBe(
      'tel:+251221',
    );
    const emailLink = inFooter.getByRole('link', { name: /^a@/ });
    expect(emailLink.getAttribute('href')).toBe('mailto:a@b.example');
    expect(emailLink.textContent).toBe('a@b.example');
    expect(inFooter.getByText(/2024/)).toBeTruthy();
    expect(inFooter.queryByRole('link', { name: 'Services' })).toBeNull();
  });

  test('the banner stays hidden in this tab once it is dismissed', async () => {
    const queryBanner = () => screen.queryByText('Website under development.');
    const { user, unmount } = await openAbout();
    expect(queryBanner()).not.toBeNull();
    await user.click(getMenuButton('Dismiss'));
    expect(queryBanner()).toBeNull();
    expect(document.activeElement?.closest('header')).not.toBeNull();
    await user.click(inMenu().getByRole('link', { name: 'contact us' }));
    await findHeading('Contact');
    expect(queryBanner()).toBeNull();
    unmount();
    await openAbout();
    expect(queryBanner()).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  test.each([
    ['a text', 'Applications open on Monday.', 'Applications open on Monday.'],
    ['texts by language', { am: 'ሰላም', en: 'We are open.' }, 'We are open.'],
    ['none', null, undefined],
  ])('the banner is what the settings say: %s', async (_kind, banner, expectedText) => {
    await openAbout({ settings: { banner } });
    expect(screen.queryByText(/under development/)).toBeNull();
    if (expectedText === undefined) expect(screen.queryByLabelText('Notice')).toBeNull();
    else expect(screen.getByText(expectedText)).toBeTruthy();
  });

  test('a notice stays when the page changes and can be dismissed', async () => {
    const noticeText = 'Your session has ended.';
    const { user, site } = await openAbout();
    site.store.set(noticeAtom, { text: noticeText });
    const notice = await screen.findByText(noticeText);
    expect(notice.closest('[role=status]')).not.toBeNull();
    await user.click(inMenu().getByRole('link', { name: 'contact us' }));
    await findHeading('Contact');
    const inMain = within(screen.getByRole('main'));
    expect(inMain.getByText(noticeText)).toBeTruthy();
    await user.click(inMain.getByRole('button', { name: 'Dismiss' }));
    expect(document.activeElement?.tagName).toBe('H1');
    expect(screen.queryByText(noticeText)).toBeNull();
    expect(site.store.get(noticeAtom)).toBeNull();
  });

  describe('Proceed with Application', () => {
    async function openAndProceed(prepareNetwork: (network: Network) => void) {
      const network = await startNetwork();
      prepareNetwork(network);
      const rendered = await openAbout({ network, isLoggedIn: true });
      await rendered.user.click(
        await screen.findByRole('button', { name: 'Proceed with Application' }),
      );
      return rendered;
    }
    const waitUntilIdle = () =>
      waitFor(() =>
        expect(getMenuButton('Proceed with Application').getAttribute('aria-busy')).toBe('false'),
      );
    const profilePath = '/applicants/private/get_by_email/';

    test.each([
      ['ACTIVATION_PAID', '/applicant/pending_pay_verification'],
      ['APPLIED', '/applicant/apply_program_confirmation'],
    ])('of %s leads to %s', async (status, path) => {
      const { network } = await openAndProceed((network) =>
        network.respond(profilePath, 200, { status }),
      );
      await waitFor(() => expect(location.pathname).toBe(path));
      expect(network.requestsTo(profilePath)[0]?.authorization).toBe('Bearer abc.def');
    });

    test.each([
      ['an unknown status', 200, { status: 'ON_HOLD' }],
      ['no status', 200, {}],
      ['a refusal', 404, { message: 'No profile.' }],
    ])('of %s leads nowhere', async (_name, status, body) => {
      const { network } = await openAndProceed((network) =>
        network.respond(profilePath, status, body),
      );
      await waitFor(() => expect(network.requestsTo(profilePath)).not.toEqual([]));
      await waitUntilIdle();
      expect(location.pathname).toBe('/about');
    });

    test('shows an error if the payment that is due cannot be read', async () => {
      await openAndProceed((network) => {
        network.respond(profilePath, 200, { status: 'TOOK_EXAM' });
        network.respond('/payments/private/get_pending_payment', 403, 'No.');
      });
      await screen.findByText("We couldn't load your payment. Please try again.");
      expect(console.error).toHaveBeenCalledWith('payments.getPending: RefusedError 403');
      expect(location.pathname).toBe('/about');
    });

    test('after a 401 ends the session and says only that, with a link to log in and return', async () => {
      await openAndProceed((network) => network.respond(profilePath, 401, 'Who are you?'));
      const notice = (await screen.findByText(/^Your session has ended/)).closest('p');
      const logInLink = within(notice ?? document.body).getByRole('link', { name: 'Log in' });
      expect(logInLink.getAttribute('href')).toBe('/Login?redirectUrl=%2Fabout');
      expect(screen.queryByText(/internet connection/)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
    });

    test('says that the college is out of reach, and works again later', async () => {
      const { user, network } = await openAndProceed((network) => network.respond(profilePath, 0));
      await screen.findByText(/^We couldn't open your application/);
      await waitUntilIdle();
      expect(location.pathname).toBe('/about');
      network.restore();
      network.respond(profilePath, 200, { status: 'ACTIVATED' });
      await user.click(getMenuButton('Proceed with Application'));
      await waitFor(() => expect(location.pathname).toBe('/applicant/take_exam'));
    });
  });
});

describe('malformed records', () => {
  test.each([
    [{ id: 1, name: null }],
    [{ id: 1, name: { en: 'Law' } }],
    [null],
    ['Law'],
    [{ name: 'Law', description: { en: 'x' }, duration: ['four'], base64String: 7 }],
  ])('beside %j a valid program is listed in the menu and on the page', async (oddRecord) => {
    const { user } = await renderSite('/degree_programs', {
      responses: { '/programs/private': [oddRecord, { id: 2, name: 'Data Science' }] },
    });
    await screen.findByRole('heading', { level: 2, name: 'Data Science' });
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    await user.click(menu.getByRole('button', { name: 'Admissions' }));
    await user.click(await menu.findByRole('link', { name: 'Data Science' }));
    await screen.findByRole('heading', { level: 1, name: 'Data Science' });
    expect(screen.getByRole('contentinfo')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/undefined|null|NaN|\[object/);
  });

  test('if no record can be read, the list shows an error with a retry', async () => {
    await renderSite('/degree_programs', {
      responses: { '/programs/private': [{ id: 1, name: null }] },
    });
    await within(screen.getByRole('main')).findByText(/^We couldn't load the programs/);
  });

  test('public data is shown even if the server refuses the session’s token', async () => {
    const network = await startNetwork();
    const programs = [{ id: 2, name: 'Data Science' }];
    network.respondWith('/programs/private', () => {
      const isAnonymous = network.requests.at(-1)?.authorization === null;
      return isAnonymous ? Response.json(programs) : new Response('Who?', { status: 401 });
    });
    await renderSite('/degree_programs', { network, isLoggedIn: true });
    await screen.findByRole('heading', { level: 2, name: 'Data Science' });
    expect(
      network.requestsTo('/programs/private').map(({ authorization }) => authorization),
    ).toEqual(['Bearer abc.def', null]);
  });
});
