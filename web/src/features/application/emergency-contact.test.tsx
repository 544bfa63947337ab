import { contactForm } from '@one-planet/contract';
import { precreatedEmailIn } from '@one-planet/mocks';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openForm } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import {
  checkAndSend,
  fillField,
  findHeading,
  messagesWhenEmpty,
  readErrorMessages,
} from '../../testing/render-site.tsx';

const path = '/applicant/emergency_contact';
const savePath = '/applicants/private/save_contact_data';
const draftKey = `draft:contact:${precreatedEmailIn('BIOGRAPHIC_APPLICANT3')}`;

const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const save = (user: UserEvent) => checkAndSend(user, 'Continue', 'Save and Continue');
const chooseRelation = (user: UserEvent, value: string) =>
  user.selectOptions(getField('Relationship to You'), value);
const isOtherRelationShown = () =>
  getField('Other Contact Relationship').closest('[hidden]') === null;

const openContact = (network?: Network) => openForm(path, 'BIOGRAPHIC_APPLICANT3', network);

async function fillRequired(user: UserEvent, phone = '+251 91-176 5432'): Promise<void> {
  await fillField(user, 'Contact Full Name', ' Tesfaye Bekele ');
  await fillField(user, 'Contact Phone', phone);
  await chooseRelation(user, 'father');
}

describe('what is sent', () => {
  test('is cleaned, without empty optional fields; the choice of a program comes next', async () => {
    const { user, network } = await openContact();
    expect(screen.getByText('Step 7 of 9: emergency contact')).toBeTruthy();
    await fillRequired(user);
    await fillField(user, /^Contact Occupation/, '   ');
    await save(user);
    await findHeading('Apply to Program');
    expect(location.pathname).toBe('/applicant/apply_program');
    expect(network.requestsTo(savePath).map(({ method, body }) => [method, body])).toEqual([
      [
        'POST',
        {
          contactFullName: 'Tesfaye Bekele',
          contactPhone: '+251911765432',
          contactRelation: 'father',
        },
      ],
    ]);
    expect(sessionStorage.getItem(draftKey)).toBeNull();
  });

  test('has all fields, and the text of another relationship as relationship', async () => {
    const { user, network } = await openContact();
    await fillRequired(user, '0911765432');
    await chooseRelation(user, 'Other');
    await fillField(user, 'Other Contact Relationship', ' guardian ');
    await fillField(user, /^Contact Occupation/, 'Teacher');
    await fillField(user, /^Name of Employer/, 'Menelik II Secondary School');
    await fillField(user, /^Phone of Employer/, '011 123 4567');
    await fillField(user, /^Email of Employer/, 'office@example.com');
    await save(user);
    await findHeading('Apply to Program');
    expect(network.requestsTo(savePath)[0]?.body).toEqual({
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

test('only name, phone and relationship are required; another relationship must be named', async () => {
  const { user, network } = await openContact();
  await save(user);
  expect(await readErrorMessages()).toEqual(messagesWhenEmpty(contactForm));
  await fillRequired(user);
  await chooseRelation(user, 'Other');
  await save(user);
  expect(await readErrorMessages()).toEqual(['Other Contact Relationship is required']);
  expect(isOtherRelationShown()).toBe(true);
  expect(network.requestsTo(savePath)).toHaveLength(0);
});

describe('the relationships', () => {
  test('are those of the specification; nothing is chosen at first', async () => {
    await openContact();
    const optionElements = [...getField('Relationship to You').querySelectorAll('option')];
    expect(optionElements.map(({ value, textContent }) => [value, textContent])).toEqual([
      ['', 'Please choose'],
      ['mother', 'Mother'],
      ['father', 'Father'],
      ['brother', 'Brother'],
      ['sister', 'Sister'],
      ['uncle', 'Uncle'],
      ['aunt', 'Aunt'],
      ['Other', 'Other'],
    ]);
    expect(getField('Relationship to You').value).toBe('');
    expect(isOtherRelationShown()).toBe(false);
  });

  test('keep the text of another relationship after a reload and while one of the list is chosen', async () => {
    const { user, network, unmount } = await openContact();
    await chooseRelation(user, 'Other');
    expect(isOtherRelationShown()).toBe(true);
    await fillField(user, 'Other Contact Relationship', 'guardian');
    unmount();
    const reopened = await openContact(network);
    await waitFor(() => expect(isOtherRelationShown()).toBe(true));
    expect(getField('Other Contact Relationship').value).toBe('guardian');
    await chooseRelation(user, 'aunt');
    expect(isOtherRelationShown()).toBe(false);
    reopened.unmount();
    await openContact(network);
    expect(getField('Relationship to You').value).toBe('aunt');
    expect(isOtherRelationShown()).toBe(false);
    await chooseRelation(user, 'Other');
    expect(getField('Other Contact Relationship').value).toBe('guardian');
  });
});
