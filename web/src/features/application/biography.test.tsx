import { bioForm } from '@one-planet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openForm } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import { checkAndSend, messagesWhenEmpty, readErrorMessages } from '../../testing/render-site.tsx';

const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function openBiography(network?: Network) {
  const rendered = await openForm('/applicant/biography_data', 'BIOGRAPHIC_APPLICANT', network);
  const saveBiography = () => checkAndSend(rendered.user, 'Continue', 'Save and Continue');
  return { ...rendered, save: saveBiography };
}

test('everything but the marital status is required, and files must have the type of their name', async () => {
  const { user, save } = await openBiography();
  await save();
  const messages = messagesWhenEmpty(bioForm);
  expect(await readErrorMessages()).toEqual(messages);
  const otherMessages = messages.slice(0, -2);
  const pdfText = '%PDF-1.4\n%%EOF\n';
  const makeDocument = (bytes: string) =>
    new File([bytes], 'documents.pdf', { type: 'application/pdf' });
  await user.upload(
    getField('Profile Picture'),
    new File([pdfText], 'me.jpg', { type: 'image/jpeg' }),
  );
  await user.upload(getField('Education Document'), makeDocument('GIF89a'));
  await save();
  await waitFor(async () =>
    expect((await readErrorMessages()).slice(otherMessages.length)).toEqual([
      'Only image files are supported',
      'Only PDF files are supported',
    ]),
  );
  await user.upload(getField('Education Document'), makeDocument(pdfText));
  await waitFor(async () =>
    expect(await readErrorMessages()).toHaveLength(otherMessages.length + 1),
  );
  screen.getByText(/max 4 MB/);
  expect(screen.getByRole('main').textContent).not.toContain('5 MB');
});

test('a button fills in Ethiopia, and a typed country is spelled as in the list', async () => {
  const { user } = await openBiography();
  expect(document.querySelector('#countries option')?.getAttribute('value')).toBe('Ethiopia');
  await user.click(screen.getByRole('button', { name: 'Ethiopia Country of Birth' }));
  await user.click(screen.getByRole('button', { name: 'Ethiopian Nationality' }));
  await user.type(getField('Country of Residence'), ' ethiopia');
  await user.tab();
  const expectedValues = {
    countryOfBirth: 'Ethiopia',
    countryOfResidence: 'Ethiopia',
    nationality: 'Ethiopian',
  };
  expect(
    ['Country of Birth', 'Country of Residence', 'Nationality'].map(
      (label) => getField(label).value,
    ),
  ).toEqual(Object.values(expectedValues));
  const [draftEntry] = Object.entries(sessionStorage).filter(([key]) =>
    key.startsWith('draft:bio'),
  );
  expect(JSON.parse(draftEntry?.[1] ?? '')).toMatchObject(expectedValues);
});

test.each([
  ['ኢትዮጵያ', 'ኢትዮጵያዊ'],
  [' ኢትዮጵያ ', 'ኢትዮጵያዊት'],
  ['ETHIOPIA', 'ethiopian'],
])(
  'the country %j and the nationality %j become the words of the page, which are sent',
  async (country, nationality) => {
    const { user } = await openBiography();
    for (const label of ['Country of Birth', 'Country of Residence'])
      await user.type(getField(label), country);
    await user.type(getField('Nationality'), nationality);
    await user.tab();
    expect(
      ['Country of Birth', 'Country of Residence', 'Nationality'].map(
        (label) => getField(label).value,
      ),
    ).toEqual(['Ethiopia', 'Ethiopia', 'Ethiopian']);
  },
);

test('a date of the Ethiopian calendar fills in the Gregorian one, which is stored', async () => {
  const { user, network, unmount } = await openBiography();
  const readGregorianDate = () =>
    ['Day', 'Month', 'Year'].map(
      (part) => document.querySelector<HTMLInputElement>(`[name=dateOfBirth${part}]`)?.value,
    );
  const findEthiopianFields = () =>
    screen.getByText('Type it in the Ethiopian calendar').closest('details') as HTMLDetailsElement;
  const unfoldEthiopianFields = async () => {
    // happy-dom does not open a `details` that is clicked.
    findEthiopianFields().open = true;
    findEthiopianFields().dispatchEvent(new Event('toggle'));
    await within(findEthiopianFields()).findByRole('combobox');
  };
  const typeEthiopianDate = async (day: string, month: string, year: string) => {
    await user.selectOptions(within(findEthiopianFields()).getByRole('combobox'), month);
    for (const [index, text] of [day, year].entries()) {
      const input = within(findEthiopianFields()).getAllByRole('textbox')[index] as HTMLElement;
      await user.clear(input);
      await user.type(input, text);
    }
  };
  await unfoldEthiopianFields();
  await typeEthiopianDate('18', '7', '1996');
  expect(readGregorianDate()).toEqual(['27', '3', '2004']);
  screen.getByText('18 Megabit 1996 is 27 March 2004.');
  unmount();
  await openBiography(network);
  await waitFor(() => expect(readGregorianDate()).toEqual(['27', '3', '2004']));
  await unfoldEthiopianFields();
  await typeEthiopianDate('6', '13', '1996');
  screen.getByText('There is no such day in the Ethiopian calendar.');
  expect(readGregorianDate()).toEqual(['', '', '']);
  for (const [part, text] of Object.entries({ Day: '12', Month: '9', Year: '2003' })) {
    await user.type(document.querySelector(`[name=dateOfBirth${part}]`) as Element, text);
  }
  await screen.findByText('1 Meskerem 1996 is 12 September 2003.');
});
