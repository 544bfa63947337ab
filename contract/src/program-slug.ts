/** The path segment of a program: its name lower-cased, spaces removed (website specification, section 2). */
export function programSlug(name: string): string {
  return name.toLowerCase().replace(/\s+/g, '');
}
