/** Tells applicants on one device apart without keeping who they are. */
export function ownerOf(email: string): string {
  let hash = 0x811c9dc5;
  for (const sign of email.toLowerCase()) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
