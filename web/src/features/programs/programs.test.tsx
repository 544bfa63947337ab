import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findHeading, renderSite } from '../../testing/render-site.tsx';

async function findCard(name: string): Promise<HTMLElement> {
  const headingElement = await screen.findByRole('heading', { name });
  return headingElement.closest('li') as HTMLElement;
}

test("each of the six cards links to its program's page", async () => {
  const { user } = await renderSite('/degree_programs');
  const entrepreneurshipCard = await findCard('Entrepreneurship & Innovation');
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Learn More Accounting', '/admission/accounting'],
    ['Learn More Accounting and Finance', '/admission/accountingandfinance'],
    ['Learn More Banking and Finance', '/admission/bankingandfinance'],
    ['Learn More Data Science', '/admission/datascience'],
    ['Learn More Entrepreneurship & Innovation', '/admission/entrepreneurship&innovation'],
    ['Learn More Social Work', '/admission/socialwork'],
  ]);
  await user.click(within(entrepreneurshipCard).getByRole('link'));
  await findHeading('Entrepreneurship & Innovation');
  expect(location.pathname).toBe('/admission/entrepreneurship&innovation');
});

const pngBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test("a program's picture is shown; if it is missing or broken, a drawing for its subject is shown", async () => {
  await renderSite('/degree_programs', {
    responses: {
      '/programs/private': [
        { id: 1, name: 'Nursing', base64String: 'AAAA' },
        { id: 2, name: 'Law', base64String: pngBase64 },
        { id: 3, name: 'Public Health', base64String: '' },
        { id: 4, name: 'Health', base64String: null },
      ],
    },
  });
  const nursingCard = await findCard('Nursing');
  fireEvent.error(nursingCard.querySelector('img') as HTMLImageElement);
  await waitFor(() => expect(nursingCard.querySelector('img')?.src).toContain('/health.svg'));
  const findPictureSource = async (name: string) =>
    (await findCard(name)).querySelector('img')?.src;
  expect(await findPictureSource('Law')).toBe(`data:image/png;base64,${pngBase64}`);
  for (const name of ['Public Health', 'Health'])
    expect(await findPictureSource(name)).toContain('/health.svg');
});

test('the page of short programs requests nothing', async () => {
  const { network } = await renderSite('/short_programs');
  await findHeading('Short Term Courses');
  expect(network.requests).toEqual([]);
});
