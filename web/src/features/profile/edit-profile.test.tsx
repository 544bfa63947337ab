import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { startAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import { findHeading, renderSite } from '../../testing/render-site.tsx';

const path = '/applicant/edit_profile';
const biographyPath = '/applicants/private/get_bio_data';
const filePath = '/files/private/get_file_1';
const biographyBody = { countryOfResidence: 'Kenya', nationality: 'Ethiopian' };

const startApplied = async () => (await startAs('APPLIED')).network;

async function openProfile(network: Network) {
  const rendered = await renderSite(path, { network });
  await findHeading('Edit Profile');
  await screen.findByLabelText('First name');
  return rendered;
}

const getTab = (name: string) => screen.getByRole('tab', { name });
const findAvatar = () => document.querySelector('.avatar');

test('one tab is shown at a time, and both keep what was typed', async () => {
  const { user } = await openProfile(await startApplied());
  const inTabList = within(screen.getByRole('tablist', { name: 'Edit Profile' }));
  expect(inTabList.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Public Profile',
    'Biography Settings',
  ]);
  await user.clear(screen.getByLabelText('First name'));
  await user.type(screen.getByLabelText('First name'), 'Hana');
  await user.click(getTab('Biography Settings'));
  expect(screen.getByLabelText('First name').closest('[hidden]')).not.toBeNull();
  expect(screen.getByText('Country of Residence').closest('[hidden]')).toBeNull();
  await user.click(getTab('Public Profile'));
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Hana');
  expect(screen.getByLabelText('First name').closest('[hidden]')).toBeNull();
  expect(screen.getByText('Country of Residence').closest('[hidden]')).not.toBeNull();
});

describe('Biography Settings', () => {
  const readFacts = () =>
    [...document.querySelectorAll('.facts > div')].map(({ textContent }) => textContent);

  test('show country and nationality, which cannot be changed', async () => {
    const network = await startApplied();
    network.respond(biographyPath, 200, { ...biographyBody, profilePicture: null });
    const { user } = await openProfile(network);
    await user.click(getTab('Biography Settings'));
    await waitFor(() =>
      expect(readFacts()).toEqual(['Country of ResidenceKenya', 'NationalityEthiopian']),
    );
    // A picture that does not exist is not requested.
    expect(network.requestsTo(filePath)).toEqual([]);
    expect(findAvatar()?.textContent).toMatch(/^[A-Z]{2}$/);
    const inputs = [...document.querySelectorAll('main input')];
    expect(inputs.filter((input) => !input.closest('[hidden]'))).toEqual([]);
    // If the country is unknown, only the nationality is shown.
    cleanup();
    network.respond(biographyPath, 200, { nationality: 'Ethiopian' });
    await openProfile(network);
    await waitFor(() => expect(readFacts()).toEqual(['NationalityEthiopian']));
  });

  test.each([
    ['empty', 200, { profilePicture: null, countryOfResidence: null, nationality: null }],
    ['odd', 200, { countryOfResidence: {}, nationality: [] }],
    ['a 404', 404, { message: 'No biography' }],
  ])('say that there is no biography yet if the response is %s', async (_case, status, body) => {
    const network = await startApplied();
    network.respond(biographyPath, status, body);
    await openProfile(network);
    await screen.findByText('No biographical data is available yet.');
    expect(readFacts()).toEqual([]);
  });

  test.each([
    [500, undefined],
    [200, null],
    [200, 'nothing'],
  ])('show a line with a retry after a %i with %j', async (status, body) => {
    const network = await startApplied();
    network.respond(biographyPath, status, body);
    const { user } = await openProfile(network);
    await screen.findByText("We couldn't load your biographical data.");
    network.restore();
    await user.click(getTab('Biography Settings'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(readFacts()).toContain('NationalityEthiopian'));
  });
});

describe('the picture', () => {
  test('is requested with the token, shown, and released when the page is closed', async () => {
    const createUrlMock = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
    const revokeUrlMock = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const { network, unmount } = await openProfile(await startApplied());
    const image = await screen.findByRole<HTMLImageElement>('img', {
      name: 'Your profile picture',
    });
    expect(image.src).toBe('blob:picture');
    expect(network.requestsTo(filePath).map(({ authorization }) => authorization)).toEqual([
      expect.stringMatching(/^Bearer ./),
    ]);
    expect(createUrlMock).toHaveBeenCalledOnce();
    expect(revokeUrlMock).not.toHaveBeenCalled();
    unmount();
    expect(revokeUrlMock).toHaveBeenCalledWith('blob:picture');
  });

  test('is replaced by the initials if the browser cannot show it', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:document');
    await openProfile(await startApplied());
    fireEvent.error(await screen.findByRole('img', { name: 'Your profile picture' }));
    await waitFor(() => expect(findAvatar()?.textContent).toMatch(/^[A-Z]{2}$/));
  });

  test('is replaced by the initials if it cannot be loaded, with a retry', async () => {
    const network = await startApplied();
    network.respond(filePath, 404, 'There is no such file.');
    const { user } = await openProfile(network);
    await screen.findByText(/^We couldn't load your picture/);
    expect(network.requestsTo(filePath)).toHaveLength(1);
    expect(findAvatar()?.textContent).toMatch(/^[A-Z]{2}$/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(network.requestsTo(filePath)).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('can neither be changed nor deleted here, and the disabled buttons say why', async () => {
    const { user, network } = await openProfile(await startApplied());
    for (const name of ['Change picture', 'Delete picture']) {
      const button = screen.getByRole('button', { name });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      expect(button.hasAttribute('disabled')).toBe(false);
      const disabledReason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(disabledReason?.textContent).toMatch(
        /is part of your biography and cannot be changed here/,
      );
      expect(disabledReason?.querySelector('a')?.protocol).toBe('mailto:');
      await user.click(button);
    }
    expect(new Set(network.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
