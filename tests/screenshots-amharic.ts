/** The pictures of docs/languages.md: six pages in Amharic on a small phone. */
import type { Page } from 'playwright-core';
import exam from '../web/languages/am/features/exam/running/words.json' with { type: 'json' };
import { paths } from '../web/src/routes.ts';
import { newApplicant, openAs, type State } from './site/applicants.ts';
import type { Demo } from './site/demo.ts';
import { drawAll } from './site/draw-all.ts';
import { picture } from './site/files.ts';

interface Picture {
  name: string;
  path: string;
  /** For an applicant in this state. */
  as?: State;
  reach?: (page: Page) => Promise<unknown>;
}

const submit = (page: Page) => page.locator('form [type=submit]').first().click({ force: true });

const pictures: readonly Picture[] = [
  { name: 'home', path: '/' },
  {
    name: 'register-errors',
    path: paths.register,
    reach: async (page) => {
      await page.locator('[name=firstName]').fill('ሐና 2');
      await page.locator('[name=email]').fill('hana@example');
      await submit(page);
      await page.locator('.error-summary').waitFor();
    },
  },
  {
    name: 'exam',
    path: paths.takeExam,
    as: 'ACTIVATED',
    reach: async (page) => {
      await page.locator('.before-exam .button.primary').click();
      await page.locator('.question .radio').first().click();
      await page.getByRole('button', { name: exam.texts.next, exact: true }).click();
      await page.getByText('(2/').waitFor();
    },
  },
  {
    name: 'biography',
    path: paths.biographyData,
    as: 'BIOGRAPHIC_APPLICANT',
    reach: async (page) => {
      const date = page.locator('.date-row details');
      await date.locator('select').selectOption('7');
      await date.locator('input').first().fill('18');
      await date.locator('input').last().fill('1996');
    },
  },
  {
    name: 'payment',
    path: paths.offlinePayment,
    as: 'TOOK_EXAM',
    reach: (page) => page.locator('form').waitFor(),
  },
  {
    name: 'receipt',
    path: paths.offlinePayment,
    as: 'TOOK_EXAM',
    reach: async (page) => {
      await page.locator('[name=paymentBank]').selectOption({ index: 1 });
      await page.locator('[name=txnRefNumber]').fill('FT25324XKQ71');
      await page.locator('[name=receiptFile]').setInputFiles(picture('receipt.png'));
      await submit(page);
      await page.locator('main a[href*="/receipt/"]').click();
      await page.locator('.paper tfoot, .paper table').first().waitFor();
    },
  },
];

/** @param folder for the pictures @returns their names; of long pages without header and footer; as JPEG, which weighs a third */
export async function pictureAmharic(demo: Demo, folder: string): Promise<string[]> {
  const size = { viewport: { width: 360, height: 740 } };
  const names: string[] = [];
  for (const { name, path, as, reach } of pictures) {
    const isLong = name !== 'home' && name !== 'exam';
    const address = `/am${path}`;
    const page = as
      ? await openAs(demo, newApplicant(as), address, size)
      : await demo.open(address, size);
    await page.locator('.banner button').click();
    await page.waitForLoadState('networkidle');
    await reach?.(page);
    await drawAll(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.mouse.move(0, size.viewport.height - 1);
    names.push(`am-${name}-360.jpg`);
    const file = `${folder}/am-${name}-360.jpg`;
    const shown = isLong ? page.locator('main') : page;
    await shown.screenshot({ path: file, type: 'jpeg', quality: 50 });
    await page.context().close();
  }
  return names;
}
