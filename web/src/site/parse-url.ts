/** @returns `undefined` for what is no address; `URL.canParse` is missing in the browsers of older phones */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
