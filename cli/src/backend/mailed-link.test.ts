import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  makeClosedAddress,
  makeFolderWith,
  request,
  serveTest,
  signal,
} from '../testing/support.ts';
import { createMailbox } from './adapters.ts';
import { findAddresses, type MailContent } from './addresses.ts';
import { createLinkReader, findLink, usualLinkPattern } from './mailed-link.ts';

const link = 'https://college.example/applicant/activate/Tk_8h2Lq0Zr5vN3a';
const makeLetter = (parts: Partial<MailContent>): MailContent => ({ text: '', html: '', ...parts });
const findLinkInLetter = (parts: Partial<MailContent>, siteOrigin?: string) =>
  findLink(findAddresses(makeLetter(parts)), { linkPattern: usualLinkPattern, siteOrigin });
const encodedLink = encodeURIComponent(link);

describe('the activation link of a mail', () => {
  test.for([
    // The end of an address in a sentence, in scripts of several kinds.
    ...[`Open ${link}.`, `ይክፈቱ፦ ${link}።\nአመሰግናለሁ`, `${link}፣ ወይም`, `${link}ን ይክፈቱ`, `${link}。؟።`],
    ...[`${link}… — or`, `${link}!!! now`, `Open (${link}), please`, `Open <${link}>`],
    `Open <${link.slice(0, 40)}\r\n${link.slice(40)}>`,
    ...[
      `“${link}”, ‘${link}’, «${link}», 「${link}」`,
      `**${link}**, please`,
      `Open _${link}_ now`,
    ],
    ...[`Open \`${link}\` now`, `[Activate](${link}), [${link}](${link})`],
    // Signs that nobody sees.
    ...[`${link}\u200b`, `${link}\u2060\u200e`, `\ufeff${link}\ufeff`],
    link.replace(/\/(?=[a-z])/gi, '/\u200b').replace('example/', 'example/\u00ad'),
  ])('is found in the text %j', (text) => {
    expect(findLinkInLetter({ text })).toEqual({ address: link, forwardingHosts: [] });
  });

  test.for([
    ...[`<a title=">" href="${link}">Here</a>`, `<a href='${link}'>Here</a>`, `<a href=${link}>`],
    ...[`<a href="${link}%E1%8D%A2%e2%80%8b">`, `<a href="${link}።">${link}።</a>`],
    `<a href=" ${link.slice(0, 30)}\n${link.slice(30)} ">`,
    `<style>a{}</style><p>Copy:<br>${link}</p>`,
    `<p>${link.replace('/activate/', '/<wbr>activate/<wbr />')}</p>`,
    `<head><title>Hello</title><body>${link}`,
    `<a href="${link.replaceAll('/', '&#x2F;').replaceAll(':', '&colon;').replaceAll('_', '&lowbar;')}">`,
  ])('is found in the HTML %j', (mailHtml) => {
    expect(findLinkInLetter({ html: mailHtml })).toEqual({ address: link, forwardingHosts: [] });
  });

  test('is found in capitals', () => {
    expect(findLinkInLetter({ text: link.replace('https', 'HTTPS') })?.address).toBe(
      link.replace('https', 'HTTPS'),
    );
  });

  test('may lead to a host of any script, and to a port', () => {
    for (const host of ['ኮሌጅ.example', '127.0.0.1:5173', '[::1]:5173'])
      expect(findLinkInLetter({ text: `፦http://${host}/applicant/activate/a1።` })?.address).toBe(
        `http://${host}/applicant/activate/a1`,
      );
  });

  test.for(['a1_', 'a1-', 'a1=', 'a1~', 'a%2Fb', 'eyJ0.eyJ1.sig_'])(
    'keeps the token %s whole',
    (token) => {
      const address = `https://college.example/applicant/activate/${token}`;
      expect(findLinkInLetter({ text: `Open ${address}።` })?.address).toBe(address);
      expect(findLinkInLetter({ html: `<a href="${address}">Open</a>` })?.address).toBe(address);
    },
  );

  test('keeps what follows a "&" in the HTML', () => {
    const openingTagHtml = `<a href="${link}?a=1&amp;b=2">`;
    expect(findLinkInLetter({ html: openingTagHtml })?.address).toBe(`${link}?a=1&b=2`);
  });

  test('is the one to the site, where it is known', () => {
    const foreignLink = link.replace('college', 'evil');
    expect(
      findLinkInLetter({ text: `${foreignLink} ${link}` }, 'https://college.example')?.address,
    ).toBe(link);
    expect(findLinkInLetter({ text: `${foreignLink} ${link}` })?.address).toBe(foreignLink);
  });

  test('is not any link', () => {
    const textWithoutMatchingLink =
      'https://college.example/applicant/activate/ and https://x.example';
    expect(findLinkInLetter({ text: textWithoutMatchingLink })).toBe(undefined);
    const addressWithPathInQuery = 'https://x.example/?page=/applicant/activate/a1';
    expect(
      findLinkInLetter({
        text: addressWithPathInQuery,
        html: `<a href="${addressWithPathInQuery}">`,
      }),
    ).toBe(undefined);
  });
});

describe('a link that carries another', () => {
  const makeLetterWithLink = (address: string) => ({
    html: `<a href="${address.replaceAll('&', '&amp;')}">Go</a>`,
  });
  test.for<[string, string]>([
    ['in a query', `https://w.example/?url=${encodedLink}&data=05%7C01`],
    ['in a query, not encoded', `https://w.example/url?q=${link}&sa=D`],
    ['in a query, encoded twice', `https://w.example/?u=${encodeURIComponent(encodedLink)}`],
    ['in a query, as its only word', `https://w.example/?${link}`],
    ['in a query, among words', `https://w.example/?q=${encodeURIComponent(`Open ${link}።`)}`],
    ['in a query, in base64', `https://w.example/?u=${Buffer.from(link).toString('base64url')}`],
    ['in a segment of the path', `https://w.example/CL0/${encodedLink}/1/0100-2b/Sx=`],
    ['in the path, half encoded', `https://w.example/L0/${link.replaceAll('/', '%2F')}/1`],
    ['in the path, as Proofpoint writes it', `https://w.example/v3/__${link}__;!!Ab!xy$`],
    ['in the fragment', `https://w.example/#url=${encodedLink}`],
  ])('counts as it %s', ([, address]) => {
    expect(findLinkInLetter(makeLetterWithLink(address))).toEqual({
      address: link,
      forwardingHosts: ['w.example'],
    });
    expect(findLinkInLetter({ text: `Open ${address} now` })).toEqual({
      address: link,
      forwardingHosts: ['w.example'],
    });
  });

  test('is found through two of them', () => {
    const innerAddress = `https://b.example/?u=${encodedLink}`;
    const outerAddress = `https://a.example/?u=${encodeURIComponent(innerAddress)}`;
    expect(findLinkInLetter(makeLetterWithLink(outerAddress))).toEqual({
      address: link,
      forwardingHosts: ['a.example', 'b.example'],
    });
  });

  test('is itself where what it carries does not fit', () => {
    const address = `${link}?next=${encodeURIComponent('https://college.example/login')}`;
    expect(findLinkInLetter(makeLetterWithLink(address))).toEqual({ address, forwardingHosts: [] });
  });
});

describe('links that are followed', () => {
  type Answer = (path: string, request: IncomingMessage, response: ServerResponse) => void;
  /** Starts a server for links. @returns its address, and the requests it got */
  async function serveAnswers(answer: Answer) {
    const requests: IncomingMessage[] = [];
    const url = await serveTest((request, response) => {
      requests.push(request);
      answer(String(request.url), request, response);
    });
    return { url, requests, paths: () => requests.map(({ url: path }) => path) };
  }
  const makeRedirects =
    (redirects: Record<string, string>, status = 302): Answer =>
    (path, _, response) => {
      response.writeHead(redirects[path] === undefined ? 404 : status, {
        location: redirects[path] ?? '',
      });
      response.end();
    };
  const makeLinkReader = (backendOrigin: string) =>
    createLinkReader({ linkPattern: usualLinkPattern, siteOrigin: undefined, backendOrigin });
  const readLinkBehind = (backendUrl: string, ...hrefs: string[]) =>
    makeLinkReader(backendUrl).read(
      makeLetter({ html: hrefs.map((href) => `<a href="${href}">Activate</a>`).join('') }),
      signal,
    );

  test.for([301, 302, 303, 307, 308])('lead on with %s', async (status) => {
    const { url, paths } = await serveAnswers(makeRedirects({ '/c?upn=u1': link }, status));
    expect(await readLinkBehind(url, `${url}/c?upn=u1`)).toEqual({
      address: link,
      forwardingHosts: ['127.0.0.1'],
    });
    expect(paths()).toEqual(['/c?upn=u1']);
  });

  test('are requested with GET, and without anything of the run', async () => {
    const { url, requests } = await serveAnswers(makeRedirects({ '/c': link }));
    await readLinkBehind(url, `${url}/c`);
    expect(requests[0]?.method).toBe('GET');
    const {
      accept,
      'user-agent': agent,
      host,
      connection,
      ...otherHeaders
    } = requests[0]?.headers ?? {};
    expect(otherHeaders).toEqual({});
  });

  test('may be several, one after the other, over five hops', async () => {
    const redirects = { '/1': '/2', '/2': '3', '/3': '//HOST/4', '/4': '/5', '/5': link };
    const { url, paths } = await serveAnswers((path, request, response) => {
      const redirectLocation = redirects[path as keyof typeof redirects]?.replace(
        'HOST',
        String(request.headers.host),
      );
      makeRedirects({ [path]: redirectLocation ?? '' })(path, request, response);
    });
    expect((await readLinkBehind(url, `${url}/none`, `${url}/1`))?.address).toBe(link);
    expect(paths()).toEqual(['/none', '/1', '/2', '/3', '/4', '/5']);
  });

  test('are given up after five hops', async () => {
    const { url, paths } = await serveAnswers((path, request, response) =>
      makeRedirects({ [path]: `/${Number(path.slice(1)) + 1}` })(path, request, response),
    );
    expect(await readLinkBehind(url, `${url}/1`)).toBe(undefined);
    expect(paths()).toHaveLength(5);
  });

  test('are never followed to the activation link itself', async () => {
    const { url, paths } = await serveAnswers((path, request, response) =>
      makeRedirects({ '/c': `/applicant/activate/a1`, '/w': `/s?u=${encodedLink}` })(
        path,
        request,
        response,
      ),
    );
    expect((await readLinkBehind(url, `${url}/c`))?.address).toBe(`${url}/applicant/activate/a1`);
    expect((await readLinkBehind(url, `${url}/w`))?.address).toBe(link);
    expect(paths()).toEqual(['/c', '/w']);
  });

  test('may lead on by a page, by a header, and with signs after the address', async () => {
    const { url } = await serveAnswers((path, _, response) => {
      if (path === '/page') response.end(`<meta http-equiv="refresh" content="0;url=${link}">`);
      if (path === '/header') response.writeHead(200, { refresh: `0; url=${link}` }).end();
      if (path === '/tail') response.writeHead(302, { location: `${link}%E1%8D%A2` }).end();
      if (path === '/raw')
        response.writeHead(302, { location: Buffer.from(`${link}።`).toString('latin1') }).end();
    });
    for (const path of ['/page', '/header', '/tail', '/raw'])
      expect((await readLinkBehind(url, url + path))?.address).toBe(link);
  });

  test('are requested once, however often a mail is looked at', async () => {
    const { url, paths } = await serveAnswers(makeRedirects({ '/c': link }));
    const { read: readAgain } = makeLinkReader(url);
    const mailWithLinks = makeLetter({
      html: `<a href="${url}/tips">Tips</a> <a href="${url}/c">Activate</a>`,
    });
    const foundLinks = await Promise.all([1, 2, 3].map(() => readAgain(mailWithLinks, signal)));
    for (const foundLink of [...foundLinks, await readAgain(mailWithLinks, signal)])
      expect(foundLink?.address).toBe(link);
    expect(paths()).toEqual(['/tips', '/c']);
  });

  test('are requested again where a proxy answers in place of their host', async () => {
    const statuses = [503, 429];
    const { url, paths } = await serveAnswers((path, request, response) => {
      const status = statuses.shift();
      if (status) response.writeHead(status).end();
      else makeRedirects({ '/c': link })(path, request, response);
    });
    const { read: readAgain, problemTexts } = makeLinkReader(url);
    const mail = makeLetter({ html: `<a href="${url}/c">Activate</a>` });
    expect(await readAgain(mail, signal)).toBe(undefined);
    expect(await readAgain(mail, signal)).toBe(undefined);
    expect((await readAgain(mail, signal))?.address).toBe(link);
    expect(paths()).toHaveLength(3);
    expect([...problemTexts].join()).toMatch(/gives no answer \(status 503\)/);
  });

  test('that give no answer are said, without their addresses, and tried again', async () => {
    const closedAddress = await makeClosedAddress();
    const { read: readAgain, problemTexts } = makeLinkReader(closedAddress);
    const mail = makeLetter({ html: `<a href="${closedAddress}/c?upn=secret">Activate</a>` });
    expect(await readAgain(mail, signal)).toBe(undefined);
    expect([...problemTexts]).toEqual([
      `${new URL(closedAddress).host} gives no answer (ECONNREFUSED)`,
    ]);
  });

  test.for([
    'http://127.0.0.1:PORT/c',
    'http://localhost:PORT/c',
    'http://[::ffff:127.0.0.1]:PORT/c',
    'http://0.0.0.0:PORT/c',
    'http://2130706433:PORT/c',
    'http://0x7f.1:PORT/c',
  ])('are not followed to this machine from a backend elsewhere: %s', async (address) => {
    const { url, paths } = await serveAnswers(makeRedirects({ '/c': link }));
    const { read: readOne, problemTexts } = makeLinkReader('https://192.0.2.1');
    const mailHtml = `<a href="${address.replace('PORT', new URL(url).port)}">Go</a>`;
    expect(await readOne(makeLetter({ html: mailHtml }), signal)).toBe(undefined);
    expect(paths()).toEqual([]);
    expect([...problemTexts].join()).toMatch(/private network, where links are not followed/);
  });

  test.for([
    'http://10.0.0.1/c',
    'http://192.168.1.1/c',
    'http://172.20.0.1/c',
    'http://169.254.169.254/latest/meta-data',
    'http://[fe80::1]/c',
    'http://[fd00::1]/c',
    'http://100.64.0.1/c',
    // Addresses that a gateway turns into the private one in them.
    'http://[64:ff9b::a9fe:a9fe]/c',
    'http://[64:ff9b:1::1]/c',
    'http://[2002:a00:1::1]/c',
    'http://[::10.0.0.1]/c',
    'http://[::ffff:0:10.0.0.1]/c',
    'http://[fec0::1]/c',
    'http://224.0.0.1/c',
    'http://[ff02::1]/c',
  ])('are not followed to a private address that the backend is not at: %s', async (address) => {
    const { url, paths } = await serveAnswers(makeRedirects({ '/c': address }));
    const { read: readOne, problemTexts } = makeLinkReader(url);
    expect(await readOne(makeLetter({ html: `<a href="${url}/c">Go</a>` }), signal)).toBe(
      undefined,
    );
    expect(paths()).toEqual(['/c']);
    expect([...problemTexts].join()).toMatch(/private network/);
  });

  test.for(['ftp://HOST/c', 'file:///etc/passwd', 'javascript:alert(1)', 'http://me:pw@HOST/c'])(
    'are not followed to %s',
    async (redirectTarget) => {
      const { url, paths } = await serveAnswers((path, request, response) =>
        makeRedirects({ '/c': redirectTarget.replace('HOST', String(request.headers.host)) })(
          path,
          request,
          response,
        ),
      );
      expect(await readLinkBehind(url, `${url}/c`)).toBe(undefined);
      expect(paths()).toEqual(['/c']);
    },
  );

  test('are those that the pattern of the settings matches; what they lead to need not match it', async () => {
    const { url, paths } = await serveAnswers(makeRedirects({ '/c?upn=u1': link, '/tips': link }));
    const readTracked = (linkPattern: RegExp) => {
      const settings = { linkPattern, siteOrigin: undefined, backendOrigin: url };
      const { read } = createLinkReader(settings);
      const mailHtml = `<a href="${url}/tips">Tips</a> <a href="${url}/c?upn=u1">Activate</a>`;
      return read(makeLetter({ html: mailHtml }), signal);
    };
    const tracked = { address: link, forwardingHosts: ['127.0.0.1'] };
    expect(await readTracked(/upn=/)).toEqual(tracked);
    expect(paths()).toEqual(['/c?upn=u1']);
    expect(await readTracked(/127\.0\.0\.1/)).toEqual(tracked);
  });

  test('that the pattern matches and that lead to none are a mistake in it, and not in the backend', async () => {
    const { url } = await serveAnswers((_, __, response) => response.end('<p>Tips</p>'));
    const folder = await makeFolderWith({
      'm.eml': `To: a@x.example\r\n\r\n${url}/tips ${url}/c\r\n`,
    });
    const realMailbox = { use: 'eml', path: '.', waitMs: 20, everyMs: 5 } as const;
    const box = await createMailbox(
      { mailbox: { ...realMailbox, linkPattern: 'tips' }, folder, siteOrigin: undefined },
      { origin: url, requestMockPage: () => Promise.reject(), pageAccess: { request } },
    );
    await expect(box.waitForActivationLink('a@x.example', new Set(), signal)).rejects.toMatchObject(
      { exitCode: 2, message: expect.stringMatching(/linkPattern/) },
    );
  });

  test('end with the run', async () => {
    const controller = new AbortController();
    const { url } = await serveAnswers(() => controller.abort());
    const mailHtml = `<a href="${url}/c">Go</a>`;
    await expect(
      makeLinkReader(url).read(makeLetter({ html: mailHtml }), controller.signal),
    ).rejects.toMatchObject({
      exitCode: 130,
    });
  });

  test('end with a page that never does', async () => {
    const { url } = await serveAnswers((_, __, response) => {
      const writeMore = () =>
        response.write(`${link} ${'x'.repeat(10_000)}`, (error) => error || writeMore());
      writeMore();
    });
    expect((await readLinkBehind(url, `${url}/c`))?.address).toBe(link);
  });
});

test.for([
  ['tags that never end', '<'.repeat(200_000)],
  ['links that never end', '<a href="'.repeat(22_000)],
  ['hidden parts that never end', '<style>'.repeat(30_000)],
  ['a row of dots', `https://college.example/link${'.'.repeat(200_000)}`],
  ['dots before a letter', `${link}${'.'.repeat(200_000)}x`],
  ['many rows of dots', `https://x.example/${'.'.repeat(400)}x `.repeat(500)],
  ['addresses within addresses', 'https://x.example/?u='.repeat(10_000)],
  ['many addresses', 'https://x.example/?u=a%2Fb '.repeat(8_000)],
  ['brackets that never end', '<https://x.example/'.repeat(10_000)],
])('a mail of %s is read in time', ([, text = '']) => {
  const mailContent = { text, html: text };
  expect(
    findLink(findAddresses(mailContent), { linkPattern: usualLinkPattern, siteOrigin: undefined }),
  ).toBe(undefined);
});
