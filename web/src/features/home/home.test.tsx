// @vitest-environment happy-dom

import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { newContentAtom } from '../../site/atoms.ts';
import { startAs } from '../../testing/applicants.ts';
import { heading, renderSite, startNetwork } from '../../testing/render-site.tsx';
import { homeTexts as texts } from './home-words.ts';

const title = 'Building Capacity to Serve Humanity';

async function openHome(options?: Parameters<typeof renderSite>[1]) {
  const rendered = await renderSite('/', options);
  await heading(title);
  return rendered;
}

/** The lines under the Why title. */
function whyTexts(): string[] {
  const section = screen.getByRole('heading', { name: texts.why.title }).parentElement;
  const paragraphs = [...(section?.querySelectorAll('p') ?? [])];
  return paragraphs.flatMap(({ textContent }) => textContent.split(/\n+/));
}

describe('the Why text', () => {
  test.each([
    [1, '\nWe care.\n\nWe answer.\n', ['We care.', 'We answer.']],
    ['1', 'We care.', ['We care.']],
    [1, 'Apply!\nWe care.\nApply!', ['Apply!', 'We care.', 'Apply!']],
  ])('is the content with the id %j, %j', async (id, content, said) => {
    const body = [
      { id: 2, content: 'Scholarships.' },
      { id, content },
    ];
    await openHome({ answers: { '/contents/private': body } });
    await screen.findByText(/We care\./);
    expect(whyTexts()).toEqual(said);
  });

  test.each([
    [[]],
    [[{ id: 2, content: 'Scholarships.' }]],
    [[{ id: 1, content: null }]],
    [[{ id: 1 }]],
    [[{ id: 1, content: ' \n ' }]],
  ])('is our own when the list is %j', async (list) => {
    const { network } = await openHome({ answers: { '/contents/private': list } });
    await screen.findByRole('heading', { name: 'Social Work' });
    expect(network.to('/contents/private')).toHaveLength(1);
    expect(whyTexts()).toEqual([texts.why.text]);
  });

  test.each([
    [200, null],
    [500, { message: 'NullPointerException' }],
  ])('is our own after a %i with %j, beside a quiet line with a retry', async (status, body) => {
    const network = await startNetwork();
    network.answer('/contents/private', status, body);
    const { user } = await openHome({ network });
    await screen.findByText(/^We couldn't load the college's latest text/);
    expect(whyTexts()[0]).toBe(texts.why.text);
    expect(screen.queryByText(/NullPointerException/)).toBeNull();
    network.answer('/contents/private', 200, [{ id: 1, content: 'We care.' }]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/We care\./);
    expect(whyTexts()).toEqual(['We care.']);
  });

  test('is our own until it is there, and is shown as text when it holds HTML', async () => {
    const network = await startNetwork();
    const content = '<b>We care</b> &amp; <img src=x onerror=alert(1)> answer';
    const release = network.hold('/contents/private', 200, [{ id: 1, content }]);
    await openHome({ network });
    expect(whyTexts()).toEqual([texts.why.text]);
    release();
    const paragraph = await screen.findByText(content);
    expect(paragraph.childElementCount).toBe(0);
  });
});

describe('the programs', () => {
  test('each card says how long it takes and what it leads to, and what is not known is left out', async () => {
    await openHome({
      answers: {
        '/programs/private': [
          { id: 1, name: 'A', duration: '4 years', careerOpportunity: 'Accountant, auditor' },
          { id: 2, name: 'B', duration: '3 years' },
          { id: 3, name: 'C' },
        ],
      },
    });
    await screen.findByRole('heading', { name: 'A' });
    const cards = [...document.querySelectorAll('ul.cards > li')];
    expect(cards.map((card) => card.querySelector('p')?.textContent)).toEqual([
      '4 years · Accountant, auditor',
      '3 years',
      '',
    ]);
  });

  test('are grey cards while they are on their way', async () => {
    const network = await startNetwork();
    const release = network.hold('/programs/private', 200, [{ id: 1, name: 'Nursing' }]);
    await openHome({ network });
    const main = within(screen.getByRole('main'));
    expect(main.getByText('Loading')).toBeTruthy();
    expect(document.querySelector('ul.cards')).toBeNull();
    release();
    await main.findByRole('heading', { name: 'Nursing' });
    expect(main.queryByText('Loading')).toBeNull();
  });

  test('there are none: it says so', async () => {
    await openHome({ answers: { '/programs/private': [] } });
    await within(screen.getByRole('main')).findByText('No programs are listed at the moment.');
    expect(document.querySelector('ul.cards')).toBeNull();
  });

  test('null instead of a list does not leave the page waiting for ever', async () => {
    const network = await startNetwork({ faults: ['list-null'] });
    await openHome({ network });
    const main = within(screen.getByRole('main'));
    await main.findByText(/^(No programs are listed at the moment|We couldn't load the programs)/);
  });

  test('a proxy that fails now and then is not noticed', async () => {
    const network = await startNetwork({ faults: ['html-502'] });
    await openHome({ network });
    await screen.findByRole('heading', { name: 'Social Work' });
    await screen.findByText(/^One Planet College grew out of a school/);
  });
});

describe('Apply now', () => {
  const invitations = () => screen.queryAllByRole('link', { name: 'Apply now' });

  test('leads visitors to the disclaimer, from the header and from both banners', async () => {
    await openHome();
    expect(invitations().map((link) => link.getAttribute('href'))).toEqual([
      '/applicant-disclaimer',
      '/applicant-disclaimer',
      '/applicant-disclaimer',
    ]);
  });

  test('is not there for somebody who is logged in', async () => {
    const network = await startNetwork();
    network.hold('/applicants/', 200, {});
    await renderSite('/', { network, loggedIn: true });
    await heading('Your application');
    await screen.findByText('Welcome HANA');
    expect(invitations()).toEqual([]);
  });
});

describe("an applicant's home page", () => {
  const facts = () =>
    Object.fromEntries(
      [...document.querySelectorAll('.standing .facts > div')].map((fact) => [
        fact.querySelector('dt')?.textContent,
        fact.querySelector('dd')?.textContent,
      ]),
    );

  test('says what is due, under which code and until when, whom to ask, and wins nobody over', async () => {
    const { network } = await startAs('TOOK_EXAM');
    await renderSite('/', { network });
    await heading('Your application');
    await screen.findByText(/^OPC-/);
    expect(facts()).toEqual({
      'Amount to pay': 'ETB\u00a0500.00',
      'Payment code': expect.stringMatching(/^OPC-\w+$/),
      When: 'Within 10 days of passing the test',
    });
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      expect.stringMatching(/^tel:/),
      expect.stringMatching(/^tel:/),
      expect.stringMatching(/^mailto:/),
    ]);
  });

  test('says how long the college takes, where it says so', async () => {
    const { network } = await startAs('APPLIED');
    const { site } = await renderSite('/', { network });
    await screen.findByText(/^You have applied/);
    expect(facts()).toEqual({});
    act(() => site.store.set(newContentAtom, { takes: { decision: 'within two weeks' } }));
    expect(facts()).toEqual({ 'How long it takes': 'within two weeks' });
  });
});

test('the video is loaded when its button is pressed, from the address of the settings', async () => {
  const videoUrl = 'https://video.example/embed/1';
  const { user } = await renderSite('/', { settings: { videoUrl } });
  await heading(title);
  expect(document.querySelector('iframe')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Play the video' }));
  const frame = screen.getByTitle<HTMLIFrameElement>('Video: what is online study?');
  expect(frame.src).toBe(videoUrl);
  expect(screen.queryByRole('button', { name: 'Play the video' })).toBeNull();
});
