/** What must never happen to an applicant's data. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Demo,
  dialogText,
  fillRegistration,
  newAccount,
  newEmail,
  password,
  signIn,
  startDemo,
} from './demo.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(async () => {
  expect(demo.complaints).toEqual([]);
  await demo.close();
});

test('the site runs under a policy that lets in no foreign script, style or frame', async () => {
  const policy = (await fetch(demo.site)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe-|\*/);
  const page = await demo.open('/');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    return new Promise((resolve) => {
      addEventListener('securitypolicyviolation', () => resolve('refused'));
      try {
        script.src = 'data:text/javascript,window.ran=true';
        document.body.append(script);
      } catch {
        resolve('refused');
      }
    });
  });
  expect(ran).toBe('refused');
  demo.complaints.length = 0;
});

test('a text of the server is shown as text, whatever it holds', async () => {
  const page = await demo.open('/about');
  const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> Study here';
  await page.route('**/contents/private', (route) =>
    route.fulfill({
      json: [{ id: 1, content: evil }],
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await page.goto(demo.site);
  await page.getByText('Study here').waitFor();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.locator('.why img, .why script').count()).toBe(0);
});

test('no password and no token is in storage that outlives the tab, in an address or in the log', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/login');
  const seen: string[] = [];
  page.on('console', (message) => seen.push(message.text()));
  page.on('request', (request) => seen.push(request.url(), request.headers().referer ?? ''));
  await signIn(page, email, 'Wrong-Horse-7');
  await dialogText(page);
  await page.keyboard.press('Escape');
  await signIn(page, email);
  await page.locator('#menu').getByText('Welcome HANA').waitFor();
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  expect(token).toBeTruthy();
  const everything = seen.join('\n');
  expect(everything).not.toContain(password);
  expect(everything).not.toContain('Wrong-Horse-7');
  expect(everything).not.toContain(token);
  expect(await page.evaluate(() => JSON.stringify([localStorage, document.cookie]))).toBe(
    '[{},""]',
  );
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(password);
});

test('the one-time token of a link is sent to the API and to nobody else', async () => {
  const email = newEmail();
  const page = await demo.open('/register');
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/registration-successful');
  const link = (await demo.mails(email))[0]?.link ?? '';
  const token = link.split('/').at(-1) ?? '';
  const carriers: string[] = [];
  page.on('request', (request) => {
    const told = [request.url(), request.headers().referer ?? ''].filter((at) =>
      at.includes(token),
    );
    carriers.push(...told.map((at) => `${request.resourceType()} ${new URL(at).origin}`));
  });
  await page.goto(link);
  await page.getByLabel('Confirm password').waitFor();
  const api = new URL(demo.api).origin;
  const allowed = [`document ${demo.site}`, `fetch ${api}`, `preflight ${api}`];
  expect(carriers.filter((carrier) => !allowed.includes(carrier))).toEqual([]);
  expect(page.url()).not.toContain(token);
});
