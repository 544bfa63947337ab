// @vitest-environment happy-dom

import { precreatedEmailIn } from '@one-planet/mocks';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openForm } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import { fill, heading, messages, sendChecked } from '../../testing/render-site.tsx';

const path = '/applicant/emergency_contact';
const saving = '/applicants/private/save_contact_data';
const draft = `draft:contact:${precreatedEmailIn('BIOGRAPHIC_APPLICANT3')}`;

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const save = (user: UserEvent) => sendChecked(user, 'Continue', 'Save and Continue');
const relate = (user: UserEvent, value: string) =>
  user.selectOptions(field('Relationship to You'), value);
const isShown = () => field('Other Contact Relationship').closest('[hidden]') === null;

const open = (network?: Network) => openForm(path, 'BIOGRAPHIC_APPLICANT3', network);

async function fillRequired(user: UserEvent, phone = '+251 91-176 5432'): Promise<void> {
  await fill(user, 'Contact Full Name', ' Tesfaye Bekele ');
  await fill(user, 'Contact Phone', phone);
  await relate(user, 'father');
}

describe('what is sent', () => {
  test('is clean, without what is optional and was left empty; the program comes next', async () => {
    const { user, network } = await open();
    expect(screen.getByText('Step 7 of 9: emergency contact')).toBeTruthy();
    await fillRequired(user);
    await fill(user, /^Contact Occupation/, '   ');
    await save(user);
    await heading('Apply to Program');
    expect(location.pathname).toBe('/applicant/apply_program');
    expect(network.to(saving).map(({ method, body }) => [method, body])).toEqual([
      [
        'POST',
        {
          contactFullName: 'Tesfaye Bekele',
          contactPhone: '+251911765432',
          contactRelation: 'father',
        },
      ],
    ]);
    expect(sessionStorage.getItem(draft)).toBeNull();
  });

  test('is everything that was typed, with the text of another relationship in its place', async () => {
    const { user, network } = await open();
    await fillRequired(user, '0911765432');
    await relate(user, 'Other');
    await fill(user, 'Other Contact Relationship', ' guardian ');
    await fill(user, /^Contact Occupation/, 'Teacher');
    await fill(user, /^Name of Employer/, 'Menelik II Secondary School');
    await fill(user, /^Phone of Employer/, '011 123 4567');
    await fill(user, /^Email of Employer/, 'office@example.com');
    await save(user);
    await heading('Apply to Program');
    expect(network.to(saving)[0]?.body).toEqual({
      contactFullName: 'Tesfaye Bekele',
      contactPhone: '0911765432',
      contactRelation: 'guardian',
      contactOccupation: 'Teacher',
      nameOfEmployer: 'Menelik II Secondary School',
      phoneOfEmployer: '011 123 4567',
      emailOfEmployer: 'office@example.com',
    });
  });
});

test('name, phone and relationship are required, and nothing else; another relationship has to be named', async () => {
  const { user, network } = await open();
  await save(user);
  expect(await messages()).toEqual([
    'Contact Full Name is required',
    'Contact Phone is required',
    'Contact person relationship is required',
  ]);
  await fillRequired(user);
  await relate(user, 'Other');
  await save(user);
  expect(await messages()).toEqual(['Other Contact Relationship is required']);
  expect(isShown()).toBe(true);
  expect(network.to(saving)).toHaveLength(0);
});

describe('the relationships', () => {
  test('are those of the specification; nothing is chosen at first', async () => {
    await open();
    const options = [...field('Relationship to You').querySelectorAll('option')];
    expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
      ['', 'Please choose'],
      ['mother', 'Mother'],
      ['father', 'Father'],
      ['brother', 'Brother'],
      ['sister', 'Sister'],
      ['uncle', 'Uncle'],
      ['aunt', 'Aunt'],
      ['Other', 'Other'],
    ]);
    expect(field('Relationship to You').value).toBe('');
    expect(isShown()).toBe(false);
  });

  test('another one is shown again after a reload, and what was typed as it survives choosing one of the list', async () => {
    const { user, network, unmount } = await open();
    await relate(user, 'Other');
    expect(isShown()).toBe(true);
    await fill(user, 'Other Contact Relationship', 'guardian');
    unmount();
    const again = await open(network);
    await waitFor(() => expect(isShown()).toBe(true));
    expect(field('Other Contact Relationship').value).toBe('guardian');
    await relate(user, 'aunt');
    expect(isShown()).toBe(false);
    again.unmount();
    await open(network);
    expect(field('Relationship to You').value).toBe('aunt');
    expect(isShown()).toBe(false);
    await relate(user, 'Other');
    expect(field('Other Contact Relationship').value).toBe('guardian');
  });
});
