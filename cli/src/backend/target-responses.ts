/**
 * What answers at a target. A login page of a network, a maintenance page and the website itself answer every call with
 * a page: that says nothing about the backend, which was not reached.
 */
import { type Exchange, isTemporaryStatus } from '@one-planet/sdk';
import { toOneLine } from '../core/text.ts';

type ReceivedResponse = Pick<Exchange, 'url' | 'status' | 'answerHeaders' | 'answerText'>;

/** In characters, of what is shown of a page. */
const maxTitleLength = 80;

/** The responses of a target to the calls of a run, as far as they say whether its API was reached. */
export class TargetResponses {
  #hasApiResponse = false;
  #substituteText: string | undefined;
  #probePromise: Promise<void> | undefined;
  readonly #probe: () => Promise<void>;

  /** @param probe sends a few public calls, whose responses it notes */
  constructor(probe: () => Promise<void>) {
    this.#probe = probe;
  }

  /** Notes the response to a call; one without a body says nothing, because any server answers some calls so. */
  noteResponse({ url, status, answerHeaders = {}, answerText = '' }: ReceivedResponse): void {
    if (status === undefined || this.#hasApiResponse) return;
    const substituteText = describeSubstituteResponse(status, answerText, {
      url,
      location: answerHeaders.location,
    });
    if (substituteText !== undefined) this.#substituteText ??= substituteText;
    else if (answerText.trim() !== '') this.#hasApiResponse = true;
  }

  /**
   * Decides whether a target was reached, after a call that failed. One page alone is a fault of its operation, so a few
   * public calls are sent first.
   * @returns what answers in place of the API; `undefined` where the API has responded, or nothing has
   */
  async describeSubstitute(): Promise<string | undefined> {
    if (this.#hasApiResponse || this.#substituteText === undefined) return undefined;
    this.#probePromise ??= this.#probe();
    await this.#probePromise;
    return this.#hasApiResponse ? undefined : this.#substituteText;
  }
}

/** @returns what sent a response, where that was not the API: no JSON and no text of an API begins with `<` */
function describeSubstituteResponse(
  status: number,
  text: string,
  { url, location }: { url: string; location: string | undefined },
): string | undefined {
  if (status !== 429 && isTemporaryStatus(status))
    return `only status ${status} comes from there, as from a proxy without its server`;
  if (location !== undefined && status >= 300 && status < 400 && URL.canParse(location, url)) {
    const { origin } = new URL(location, url);
    return origin === new URL(url).origin
      ? undefined
      : `every call is redirected to ${origin}, as by the login page of a network`;
  }
  if (!text.trimStart().startsWith('<')) return undefined;
  const [, title = ''] = /<title[^<>]{0,200}>([^<]{1,500})/i.exec(text) ?? [];
  const shownTitle = toOneLine(title).slice(0, maxTitleLength);
  return `only pages come from there (${shownTitle ? `"${shownTitle}", ` : ''}status ${status}), as from a login or maintenance page, or from the website: check "target"`;
}
