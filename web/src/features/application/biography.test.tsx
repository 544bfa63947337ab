// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openForm } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import { messages, sendChecked } from '../../testing/render-site.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function open(network?: Network) {
  const rendered = await openForm('/applicant/biography_data', 'BIOGRAPHIC_APPLICANT', network);
  const save = () => sendChecked(rendered.user, 'Continue', 'Save and Continue');
  return { ...rendered, save };
}

test('all is required but the marital status, with both files, which are what they are called', async () => {
  const { user, save } = await open();
  await save();
  const others = [
    'Country of Birth is required',
    'Country of Residence is required',
    'Nationality is required',
    'Native language is required',
    'Gender is required',
    'Date of birth is required',
    'Education level is required',
  ];
  expect(await messages()).toEqual([
    ...others,
    'Please attach your profile picture',
    'Please attach your education document',
  ]);
  const pdf = '%PDF-1.4\n%%EOF\n';
  const document = (bytes: string) =>
    new File([bytes], 'documents.pdf', { type: 'application/pdf' });
  await user.upload(field('Profile Picture'), new File([pdf], 'me.jpg', { type: 'image/jpeg' }));
  await user.upload(field('Education Document'), document('GIF89a'));
  await save();
  await waitFor(async () =>
    expect((await messages()).slice(others.length)).toEqual([
      'Only image files are supported',
      'Only PDF files are supported',
    ]),
  );
  await user.upload(field('Education Document'), document(pdf));
  await waitFor(async () => expect(await messages()).toHaveLength(others.length + 1));
  screen.getByText(/max 4 MB/);
  expect(screen.getByRole('main').textContent).not.toContain('5 MB');
});

test('Ethiopia is one tap away, and stands as the list spells it', async () => {
  const { user } = await open();
  expect(document.querySelector('#countries option')?.getAttribute('value')).toBe('Ethiopia');
  await user.click(screen.getByRole('button', { name: 'Ethiopia Country of Birth' }));
  await user.click(screen.getByRole('button', { name: 'Ethiopian Nationality' }));
  await user.type(field('Country of Residence'), ' ethiopia');
  await user.tab();
  const values = {
    countryOfBirth: 'Ethiopia',
    countryOfResidence: 'Ethiopia',
    nationality: 'Ethiopian',
  };
  expect(
    ['Country of Birth', 'Country of Residence', 'Nationality'].map((label) => field(label).value),
  ).toEqual(Object.values(values));
  const [kept] = Object.entries(sessionStorage).filter(([key]) => key.startsWith('draft:bio'));
  expect(JSON.parse(kept?.[1] ?? '')).toMatchObject(values);
});

test('a day of the Ethiopian calendar stands beside its Gregorian one, which is what is kept', async () => {
  const { user, network, unmount } = await open();
  const gregorian = () =>
    ['Day', 'Month', 'Year'].map(
      (part) => document.querySelector<HTMLInputElement>(`[name=dateOfBirth${part}]`)?.value,
    );
  const other = () =>
    screen.getByText('Type it in the Ethiopian calendar').closest('details') as HTMLDetailsElement;
  const unfold = async () => {
    // happy-dom does not open a `details` that is clicked.
    other().open = true;
    other().dispatchEvent(new Event('toggle'));
    await within(other()).findByRole('combobox');
  };
  const type = async (day: string, month: string, year: string) => {
    await user.selectOptions(within(other()).getByRole('combobox'), month);
    for (const [at, text] of [day, year].entries()) {
      const field = within(other()).getAllByRole('textbox')[at] as HTMLElement;
      await user.clear(field);
      await user.type(field, text);
    }
  };
  await unfold();
  await type('18', '7', '1996');
  expect(gregorian()).toEqual(['27', '3', '2004']);
  screen.getByText('18 Megabit 1996 is 27 March 2004.');
  unmount();
  await open(network);
  await waitFor(() => expect(gregorian()).toEqual(['27', '3', '2004']));
  await unfold();
  await type('6', '13', '1996');
  screen.getByText('There is no such day in the Ethiopian calendar.');
  expect(gregorian()).toEqual(['', '', '']);
  for (const [part, text] of Object.entries({ Day: '12', Month: '9', Year: '2003' })) {
    await user.type(document.querySelector(`[name=dateOfBirth${part}]`) as Element, text);
  }
  await screen.findByText('1 Meskerem 1996 is 12 September 2003.');
});
