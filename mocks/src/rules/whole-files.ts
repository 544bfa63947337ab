/** How a file of each type ends; what may follow is ignored. */
const endings: Readonly<Record<string, readonly number[]>> = {
  // IEND
  'image/png': [0x49, 0x45, 0x4e, 0x44],
  'image/jpeg': [0xff, 0xd9],
  // %%EOF
  'application/pdf': [0x25, 0x25, 0x45, 0x4f, 0x46],
};

/** @returns whether the file has its end: an upload over a bad connection may be cut off */
export function isWhole(type: string, bytes: Uint8Array): boolean {
  const ending = endings[type];
  if (!ending) return true;
  const [first = 0] = ending;
  // From behind: that is where it stands.
  for (let at = bytes.lastIndexOf(first); at >= 0; at = bytes.lastIndexOf(first, at - 1)) {
    if (ending.every((byte, offset) => bytes[at + offset] === byte)) return true;
    if (at === 0) return false;
  }
  return false;
}
