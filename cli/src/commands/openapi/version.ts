/** Whether a version says that something breaks. */

/**
 * A breaking change asks for a new major version; before 1.0, for a new minor one.
 * @param old e.g. `0.1.0`
 * @returns `false` too when one of them is no version of this form
 */
export function announcesBreak(old: string, fresh: string): boolean {
  const [a, b] = [old, fresh].map((version) => /^(\d+)\.(\d+)\.\d+/.exec(version));
  if (!a || !b) return false;
  const [major = 0, minor = 0] = [Number(b[1]) - Number(a[1]), Number(b[2]) - Number(a[2])];
  return major > 0 || (major === 0 && Number(a[1]) === 0 && minor > 0);
}
