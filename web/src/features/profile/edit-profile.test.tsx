// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { startAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import { heading, renderSite } from '../../testing/render-site.tsx';

const path = '/applicant/edit_profile';
const bio = '/applicants/private/get_bio_data';
const file = '/files/private/get_file_1';
const known = { countryOfResidence: 'Kenya', nationality: 'Ethiopian' };

const start = async () => (await startAs('APPLIED')).network;

async function open(network: Network) {
  const rendered = await renderSite(path, { network });
  await heading('Edit Profile');
  await screen.findByLabelText('First name');
  return rendered;
}

const tab = (name: string) => screen.getByRole('tab', { name });
const avatar = () => document.querySelector('.avatar');

test('the tabs show one at a time, and keep what is typed', async () => {
  const { user } = await open(await start());
  const list = within(screen.getByRole('tablist', { name: 'Edit Profile' }));
  expect(list.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Public Profile',
    'Biography Settings',
  ]);
  await user.clear(screen.getByLabelText('First name'));
  await user.type(screen.getByLabelText('First name'), 'Hana');
  await user.click(tab('Biography Settings'));
  expect(screen.getByLabelText('First name').closest('[hidden]')).not.toBeNull();
  expect(screen.getByText('Country of residence').closest('[hidden]')).toBeNull();
  await user.click(tab('Public Profile'));
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Hana');
  expect(screen.getByLabelText('First name').closest('[hidden]')).toBeNull();
  expect(screen.getByText('Country of residence').closest('[hidden]')).not.toBeNull();
});

describe('Biography Settings', () => {
  const facts = () =>
    [...document.querySelectorAll('.facts > div')].map(({ textContent }) => textContent);

  test('show country and nationality, which cannot be changed', async () => {
    const network = await start();
    network.answer(bio, 200, { ...known, profilePicture: null });
    const { user } = await open(network);
    await user.click(tab('Biography Settings'));
    await waitFor(() =>
      expect(facts()).toEqual(['Country of residenceKenya', 'NationalityEthiopian']),
    );
    // A picture that nobody stored is not asked for.
    expect(network.to(file)).toEqual([]);
    expect(avatar()?.textContent).toMatch(/^[A-Z]{2}$/);
    const inputs = [...document.querySelectorAll('main input')];
    expect(inputs.filter((input) => !input.closest('[hidden]'))).toEqual([]);
    // Or the one that is known.
    cleanup();
    network.answer(bio, 200, { nationality: 'Ethiopian' });
    await open(network);
    await waitFor(() => expect(facts()).toEqual(['NationalityEthiopian']));
  });

  test.each([
    ['empty', 200, { profilePicture: null, countryOfResidence: null, nationality: null }],
    ['odd', 200, { countryOfResidence: {}, nationality: [] }],
    ['that of nobody', 404, { message: 'No biography' }],
  ])('say that there is none yet where the answer is %s', async (_name, status, body) => {
    const network = await start();
    network.answer(bio, status, body);
    await open(network);
    await screen.findByText('No biographical data is available yet.');
    expect(facts()).toEqual([]);
  });

  test.each([
    [500, undefined],
    [200, null],
    [200, 'nothing'],
  ])('leave a quiet line with a retry after a %i with %j', async (status, body) => {
    const network = await start();
    network.answer(bio, status, body);
    const { user } = await open(network);
    await screen.findByText("We couldn't load your biographical data.");
    network.mend();
    await user.click(tab('Biography Settings'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(facts()).toEqual(['Country of residenceEthiopia', 'NationalityEthiopian']),
    );
  });
});

describe('the picture', () => {
  test('is fetched as the applicant, shown, and let go of with the page', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
    const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const { network, unmount } = await open(await start());
    const image = await screen.findByRole<HTMLImageElement>('img', {
      name: 'Your profile picture',
    });
    expect(image.src).toBe('blob:picture');
    expect(network.to(file).map(({ authorization }) => authorization)).toEqual([
      expect.stringMatching(/^Bearer ./),
    ]);
    expect(made).toHaveBeenCalledOnce();
    expect(revoked).not.toHaveBeenCalled();
    unmount();
    expect(revoked).toHaveBeenCalledWith('blob:picture');
  });

  test('that this browser cannot show gives way to the initials', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:document');
    await open(await start());
    fireEvent.error(await screen.findByRole('img', { name: 'Your profile picture' }));
    await waitFor(() => expect(avatar()?.textContent).toMatch(/^[A-Z]{2}$/));
  });

  test('that cannot be fetched leaves the initials, and says so with a retry', async () => {
    const network = await start();
    network.answer(file, 404, 'There is no such file.');
    const { user } = await open(network);
    await screen.findByText(/^We couldn't load your picture/);
    expect(network.to(file)).toHaveLength(1);
    expect(avatar()?.textContent).toMatch(/^[A-Z]{2}$/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(network.to(file)).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('can neither be changed nor deleted here, which the buttons say', async () => {
    const { user, network } = await open(await start());
    for (const name of ['Change picture', 'Delete picture']) {
      const button = screen.getByRole('button', { name });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      expect(button.hasAttribute('disabled')).toBe(false);
      const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(reason?.textContent).toMatch(/is part of your biography and cannot be changed here/);
      expect(reason?.querySelector('a')?.protocol).toBe('mailto:');
      await user.click(button);
    }
    expect(new Set(network.sent.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
