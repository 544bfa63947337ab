/** Whether an address a backend answers may be followed: https, or http on this machine (decisions, section 3). */
export function isPayable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const here = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return protocol === 'https:' || (protocol === 'http:' && here);
}
