/** @returns `undefined` for an invalid address; `URL.canParse` is missing in older phones' browsers */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
