/**
 * Finds the activation link of a mail. If a mail service has wrapped the links, they are followed to see where they
 * lead.
 */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { isTemporaryStatus } from '@one-planet/sdk';
import { findSystemErrorCode } from '../core/exit.ts';
import { makeInterruptedError } from '../core/interruption.ts';
import {
  cleanAddress,
  findAddresses,
  type MailContent,
  type MailedLink,
  unwrapAddress,
} from './addresses.ts';
import { openDispatcher } from './connection.ts';
import { sendRequest, userAgent } from './transport.ts';

/** Matches every activation link of the site; a query that contains such a path does not match. */
export const usualLinkPattern = /^[^?#]*\/applicant\/activate\/[^/?#]+/i;

export interface LinkSettings {
  /** Says which of a mail's links counts. One that is no activation link is followed to one. */
  linkPattern: RegExp;
  /** If several links match, the one that leads to this origin is taken. The caller still checks the origin. */
  siteOrigin: string | undefined;
  /**
   * The backend's origin: links into a private network are followed only if the backend is in the same kind of network.
   */
  backendOrigin: string;
}

function findFittingLinks(addresses: readonly string[], linkPattern: RegExp): MailedLink[] {
  return addresses
    .flatMap((address) => unwrapAddress(address))
    .filter(({ address }) => linkPattern.test(address) && URL.canParse(address));
}

/**
 * Finds the activation link among addresses, also inside an address that wraps it.
 * @returns `undefined` where none matches
 */
export function findLink(
  addresses: readonly string[],
  { linkPattern, siteOrigin }: Omit<LinkSettings, 'backendOrigin'>,
): MailedLink | undefined {
  const fittingLinks = findFittingLinks(addresses, linkPattern).filter(({ address }) =>
    usualLinkPattern.test(address),
  );
  const siteOriginWithoutPath = siteOrigin && new URL(siteOrigin).origin;
  return (
    fittingLinks.find(({ address }) => new URL(address).origin === siteOriginWithoutPath) ??
    fittingLinks[0]
  );
}

export interface LinkReader {
  /**
   * Reads a mail's activation link. If no address matches, its links are followed, each once.
   * @throws {CliError} (exit 130) when it is interrupted
   */
  read(mail: MailContent, signal: AbortSignal): Promise<MailedLink | undefined>;
  /** Why links were not followed, as texts for messages. They leave out the addresses, which are secrets. */
  problemTexts: ReadonlySet<string>;
  /** Set once the pattern of the settings has matched a link that neither is an activation link nor leads to one. */
  readonly patternProblem: string | undefined;
}

/** How many links of a mail are followed; a newsletter may have hundreds. */
const maxLinks = 10;
const maxHops = 5;
/** How often an address that does not respond is requested again, each time the mail is looked at. */
const maxAttempts = 3;
/** For all redirects of one link together. */
const timeLimitMs = 10_000;
/** How much of a page is read to see whether it redirects by itself. */
const maxBytes = 64 * 1024;

export function createLinkReader(settings: LinkSettings): LinkReader {
  const problemTexts = new Set<string>();
  /** Where each link leads, once its request has started. */
  const linkPromisesByAddress = new Map<string, Promise<MailedLink | undefined>>();
  const attemptCountsByAddress = new Map<string, number>();
  let reachabilityTestPromise: Promise<(address: string) => boolean> | undefined;
  let patternProblem: string | undefined;

  const followRedirects = async (
    address: string,
    signal: AbortSignal,
  ): Promise<MailedLink | undefined> => {
    reachabilityTestPromise ??= makeReachabilityTest(settings.backendOrigin);
    const isReachableAddress = await reachabilityTestPromise;
    const visitedHosts: string[] = [];
    let currentUrl = new URL(address);
    for (let hopNumber = 1; hopNumber <= maxHops; hopNumber += 1) {
      visitedHosts.push(currentUrl.hostname);
      const { location, pageHtml } = await requestPageOrRedirect(
        currentUrl,
        isReachableAddress,
        signal,
      );
      const redirectUrl =
        location !== undefined && URL.canParse(location, currentUrl.href)
          ? new URL(location, currentUrl.href)
          : undefined;
      const link = findLink(
        redirectUrl ? [redirectUrl.href] : findAddresses({ text: pageHtml, html: pageHtml }),
        // A pattern that matched the tracker does not match what it leads to.
        settings.linkPattern.test(address)
          ? { ...settings, linkPattern: usualLinkPattern }
          : settings,
      );
      // The activation link itself is not requested, because some sites would count that as its one use.
      if (link)
        return {
          ...link,
          forwardingHosts: [...new Set([...visitedHosts, ...link.forwardingHosts])],
        };
      if (!redirectUrl) return undefined;
      currentUrl = redirectUrl;
    }
    return undefined;
  };

  const followInTime = (address: string, signal: AbortSignal) => {
    const signalWithLimit = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
    // A DNS lookup cannot be aborted, so the time limit is raced against it.
    const timeoutRejection = once(signalWithLimit, 'abort').then(() =>
      Promise.reject(signalWithLimit.reason),
    );
    return Promise.race([followRedirects(address, signalWithLimit), timeoutRejection]);
  };

  const read = async (mail: MailContent, signal: AbortSignal): Promise<MailedLink | undefined> => {
    const addresses = findAddresses(mail);
    const link = findLink(addresses, settings);
    if (link) return link;
    const fittingAddresses = findFittingLinks(addresses, settings.linkPattern).map(
      ({ address }) => address,
    );
    const silentHosts = new Set<string>();
    for (const linkAddress of (fittingAddresses.length > 0 ? fittingAddresses : addresses)
      .filter((address) => URL.canParse(address))
      .slice(0, maxLinks)) {
      const { host } = new URL(linkAddress);
      const attempt = (attemptCountsByAddress.get(linkAddress) ?? 0) + 1;
      if (
        !linkPromisesByAddress.has(linkAddress) &&
        attempt <= maxAttempts &&
        !silentHosts.has(host)
      ) {
        attemptCountsByAddress.set(linkAddress, attempt);
        linkPromisesByAddress.set(linkAddress, followInTime(linkAddress, signal));
      }
      try {
        const mailedLink = await linkPromisesByAddress.get(linkAddress);
        if (mailedLink) return mailedLink;
      } catch (error) {
        if (signal.aborted) throw makeInterruptedError();
        linkPromisesByAddress.delete(linkAddress);
        silentHosts.add(host);
        problemTexts.add(
          error instanceof LinkNotFollowed ? error.message : `${host} ${describeSilence(error)}`,
        );
      }
    }
    if (fittingAddresses.length > 0 && silentHosts.size === 0)
      patternProblem =
        '"linkPattern" of the mailbox matches a link that neither is …/applicant/activate/… nor leads to one';
    return undefined;
  };
  return {
    read,
    problemTexts,
    get patternProblem() {
      return patternProblem;
    },
  };
}

function describeSilence(error: unknown): string {
  const systemErrorCode = findSystemErrorCode(error);
  return `gives no answer${systemErrorCode === undefined ? '' : ` (${systemErrorCode})`}`;
}

/** A link that must not be followed. */
class LinkNotFollowed extends Error {}

/**
 * Requests an address as an unknown browser would: without the run's headers, certificates and cookies.
 * @returns where it redirects to, or the beginning of its page
 * @throws {LinkNotFollowed} for an address that must not be requested
 */
async function requestPageOrRedirect(
  { href, protocol, username, password, host, hostname }: URL,
  isReachable: (address: string) => boolean,
  signal: AbortSignal,
): Promise<{ location?: string; pageHtml: string }> {
  if (!/^https?:$/.test(protocol))
    throw new LinkNotFollowed(`a link leads to ${protocol} addresses`);
  if (username || password) throw new LinkNotFollowed(`a link to ${host} has a user name in it`);
  // The name is resolved once, so that the connection goes to the address that was checked.
  const hostAddressesPromise = lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
  const addresses = await hostAddressesPromise.catch(() => []);
  if (!addresses.every(({ address }) => isReachable(address)))
    throw new LinkNotFollowed(`${host} is in a private network, where links are not followed`);
  const answerLookup: LookupFunction = (_name, { all: wantsAll }, callback) =>
    void hostAddressesPromise.then(
      (addresses) => {
        const [{ address, family } = { address: '', family: 4 }] = addresses;
        if (wantsAll) callback(null, addresses);
        else callback(null, address, family);
      },
      (error) => callback(error, []),
    );
  const dispatcher = openDispatcher({ pipelining: 0, connect: { lookup: answerLookup } });
  try {
    const { status, headers, bytes } = await sendRequest(dispatcher, href, {
      method: 'GET',
      headers: { accept: 'text/html, */*;q=0.5', 'user-agent': userAgent },
      signal,
      maxBytes,
    });
    // A temporary status may change when the mail is looked at again.
    if (isTemporaryStatus(status)) throw Object.assign(new Error(), { code: `status ${status}` });
    const location = headers.get('location');
    if (status >= 300 && status < 400 && location)
      return { location: cleanAddress(location), pageHtml: '' };
    const refreshHeader = headers.get('refresh') ?? '';
    return { pageHtml: `${refreshHeader} ${new TextDecoder().decode(bytes)}` };
  } finally {
    await dispatcher.destroy();
  }
}

/* Networks that a mail must not be able to make the command send requests to. */

const networksByName: Readonly<Record<string, readonly [net: string, prefix: number][]>> = {
  loopback: [
    ['127.0.0.0', 8],
    ['0.0.0.0', 8],
    ['::', 127],
  ],
  private: [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['192.0.0.0', 24],
    ['198.18.0.0', 15],
    ['64:ff9b:1::', 48],
    ['fc00::', 7],
    ['fec0::', 10],
  ],
  'link-local': [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  multicast: [
    ['224.0.0.0', 3],
    ['ff00::', 8],
  ],
};

/** Of IPv6 addresses that a gateway or the system turns into the IPv4 address in them: the number of bytes before it. */
const wrappingNetworks: readonly [net: string, prefix: number, bytesBefore: number][] = [
  ['64:ff9b::', 96, 12],
  ['2002::', 16, 2],
  ['::', 96, 12],
  ['::ffff:0:0:0', 96, 12],
];

const networkBlockLists = Object.entries(networksByName).map(([name, nets]) => {
  const blockList = new BlockList();
  for (const [net, prefix] of nets) blockList.addSubnet(net, prefix, detectAddressFamily(net));
  return { name, list: blockList };
});

const wrappingLists = wrappingNetworks.map(([net, prefix, bytesBefore]) => {
  const list = new BlockList();
  list.addSubnet(net, prefix, 'ipv6');
  return { list, bytesBefore };
});

function detectAddressFamily(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** @returns the kind of private network an address belongs to; `undefined` for a public address */
function findNetworkName(address: string): string | undefined {
  const innerAddress = findWrappedAddress(address);
  const foundList = networkBlockLists.find(({ list }) =>
    list.check(address, detectAddressFamily(address)),
  );
  return foundList?.name ?? (innerAddress && findNetworkName(innerAddress));
}

/** @returns the IPv4 address that an IPv6 address stands for, if it does */
function findWrappedAddress(address: string): string | undefined {
  if (!isIPv6(address)) return undefined;
  const wrapper = wrappingLists.find(({ list }) => list.check(address, 'ipv6'));
  if (!wrapper) return undefined;
  const groups = expandGroups(address);
  const bytes = groups.flatMap((group) => [group >> 8, group & 255]);
  return bytes.slice(wrapper.bytesBefore, wrapper.bytesBefore + 4).join('.');
}

/** @returns the eight numbers of an IPv6 address, as a URL writes it */
function expandGroups(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname
    .slice(1, -1)
    .split('::');
  const read = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return read(head);
  const [start, end] = [read(head), read(tail)];
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
}

/** @returns a function that says whether an address is public, or in the same kind of network as the backend */
async function makeReachabilityTest(backendOrigin: string): Promise<(address: string) => boolean> {
  const hostname = new URL(backendOrigin).hostname.replace(/^\[|\]$/g, '');
  const addresses = await lookup(hostname, { all: true }).catch(() => []);
  const backendNetworkNames = new Set(addresses.map(({ address }) => findNetworkName(address)));
  return (address) => {
    const networkName = findNetworkName(address);
    return networkName === undefined || backendNetworkNames.has(networkName);
  };
}
