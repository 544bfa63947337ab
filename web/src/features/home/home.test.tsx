import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { newContentAtom } from '../../site/atoms.ts';
import { startAs } from '../../testing/applicants.ts';
import { findHeading, renderSite, startNetwork } from '../../testing/render-site.tsx';
import { homeTexts as texts } from './home-words.ts';

const title = 'Building Capacity to Serve Humanity';

async function openHome(options?: Parameters<typeof renderSite>[1]) {
  const rendered = await renderSite('/', options);
  await findHeading(title);
  return rendered;
}

/** @returns the lines under the Why title */
function readWhyTexts(): string[] {
  const whySection = screen.getByRole('heading', { name: texts.why.title }).parentElement;
  const paragraphs = [...(whySection?.querySelectorAll('p') ?? [])];
  return paragraphs.flatMap(({ textContent }) => textContent.split(/\n+/));
}

describe('the Why text', () => {
  test.each([
    [1, '\nWe care.\n\nWe answer.\n', ['We care.', 'We answer.']],
    ['1', 'We care.', ['We care.']],
    [1, 'Apply!\nWe care.\nApply!', ['Apply!', 'We care.', 'Apply!']],
  ])('is the content with the id %j, %j', async (id, whyText, expectedTexts) => {
    const body = [
      { id: 2, content: 'Scholarships.' },
      { id, content: whyText },
    ];
    await openHome({ responses: { '/contents/private': body } });
    await screen.findByText(/We care\./);
    expect(readWhyTexts()).toEqual(expectedTexts);
  });

  test.each([
    [[]],
    [[{ id: 2, content: 'Scholarships.' }]],
    [[{ id: 1, content: null }]],
    [[{ id: 1 }]],
    [[{ id: 1, content: ' \n ' }]],
  ])('is the default if the list is %j', async (list) => {
    const { network } = await openHome({ responses: { '/contents/private': list } });
    await screen.findByRole('heading', { name: 'Social Work' });
    expect(network.requestsTo('/contents/private')).toHaveLength(1);
    expect(readWhyTexts()).toEqual([texts.why.text]);
  });

  test.each([
    [200, null],
    [500, { message: 'NullPointerException' }],
  ])('is the default after a %i with %j, with a retry', async (status, body) => {
    const network = await startNetwork();
    network.respond('/contents/private', status, body);
    const { user } = await openHome({ network });
    await screen.findByText(/^We couldn't load the college's latest text/);
    expect(readWhyTexts()[0]).toBe(texts.why.text);
    expect(screen.queryByText(/NullPointerException/)).toBeNull();
    network.respond('/contents/private', 200, [{ id: 1, content: 'We care.' }]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/We care\./);
    expect(readWhyTexts()).toEqual(['We care.']);
  });

  test('is the default until it has loaded, and HTML in it is shown as text', async () => {
    const network = await startNetwork();
    const contentText = '<b>We care</b> &amp; <img src=x onerror=alert(1)> answer';
    const release = network.delay('/contents/private', 200, [{ id: 1, content: contentText }]);
    await openHome({ network });
    expect(readWhyTexts()).toEqual([texts.why.text]);
    release();
    const paragraph = await screen.findByText(contentText);
    expect(paragraph.childElementCount).toBe(0);
  });
});

describe('the programs', () => {
  test('have cards with duration and careers, without those that are unknown', async () => {
    await openHome({
      responses: {
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

  test('are a skeleton while they are loading', async () => {
    const network = await startNetwork();
    const release = network.delay('/programs/private', 200, [{ id: 1, name: 'Nursing' }]);
    await openHome({ network });
    const main = within(screen.getByRole('main'));
    expect(main.getByText('Loading')).toBeTruthy();
    expect(document.querySelector('ul.cards')).toBeNull();
    release();
    await main.findByRole('heading', { name: 'Nursing' });
    expect(main.queryByText('Loading')).toBeNull();
  });

  test('are a line that says so if there are none', async () => {
    await openHome({ responses: { '/programs/private': [] } });
    await within(screen.getByRole('main')).findByText('No programs are listed at the moment.');
    expect(document.querySelector('ul.cards')).toBeNull();
  });

  test('do not load for ever if the response is null', async () => {
    const network = await startNetwork({ faults: ['list-null'] });
    await openHome({ network });
    const main = within(screen.getByRole('main'));
    await main.findByText(/^(No programs are listed at the moment|We couldn't load the programs)/);
  });

  test('are shown if a proxy fails now and then', async () => {
    const network = await startNetwork({ faults: ['html-502'] });
    await openHome({ network });
    await screen.findByRole('heading', { name: 'Social Work' });
    await screen.findByText(/^One Planet College grew out of a school/);
  });
});

describe('Apply now', () => {
  const queryApplyLinks = () => screen.queryAllByRole('link', { name: 'Apply now' });

  test('links to the disclaimer in the header and in both banners', async () => {
    await openHome();
    expect(queryApplyLinks().map((link) => link.getAttribute('href'))).toEqual([
      '/applicant-disclaimer',
      '/applicant-disclaimer',
      '/applicant-disclaimer',
    ]);
  });

  test('is not shown to an applicant who is logged in', async () => {
    const network = await startNetwork();
    network.delay('/applicants/', 200, {});
    await renderSite('/', { network, isLoggedIn: true });
    await findHeading('Your application');
    await screen.findByText('Welcome Hana');
    expect(queryApplyLinks()).toEqual([]);
  });
});

describe("an applicant's home page", () => {
  const readFacts = () =>
    Object.fromEntries(
      [...document.querySelectorAll('.standing .facts > div')].map((fact) => [
        fact.querySelector('dt')?.textContent,
        fact.querySelector('dd')?.textContent,
      ]),
    );

  test('shows the amount, the code and the time limit of a fee, and links to where a payment is told', async () => {
    const { network } = await startAs('TOOK_EXAM');
    await renderSite('/', { network });
    await findHeading('Your application');
    await screen.findByText(/^OPC-/);
    expect(readFacts()).toEqual({
      'Amount to pay': 'ETB\u00a0500.00',
      'Payment code': expect.stringMatching(/^OPC-\w+$/),
      When: 'Within 10 days',
    });
    const main = within(screen.getByRole('main'));
    main.getByText('Paid already? Do not pay again: send us the reference.');
    expect(main.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/applicant/offline_payment',
      expect.stringMatching(/^tel:/),
      expect.stringMatching(/^tel:/),
      expect.stringMatching(/^mailto:/),
    ]);
  });

  test("says how long a decision takes, if the college's content does", async () => {
    const { network } = await startAs('APPLIED');
    const { site } = await renderSite('/', { network });
    await screen.findByText(/^You have applied/);
    expect(readFacts()).toEqual({});
    act(() => site.store.set(newContentAtom, { takes: { decision: 'within two weeks' } }));
    expect(readFacts()).toEqual({ 'How long it takes': 'within two weeks' });
  });
});

test("the video is loaded from the settings' address when its button is pressed", async () => {
  const videoUrl = 'https://video.example/embed/1';
  const { user } = await renderSite('/', { settings: { videoUrl } });
  await findHeading(title);
  expect(document.querySelector('iframe')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Play the video' }));
  const videoFrame = screen.getByTitle<HTMLIFrameElement>('Video: what is online study?');
  expect(videoFrame.src).toBe(videoUrl);
  expect(screen.queryByRole('button', { name: 'Play the video' })).toBeNull();
});
