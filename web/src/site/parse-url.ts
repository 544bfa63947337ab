/** @returns `undefined` for what is no address; `URL.canParse` is missing in the browsers of older phones */
export function parseUrl(address: unknown, base?: string): URL | undefined {
  try {
    return new URL(address as string, base);
  } catch {
    return undefined;
  }
}
