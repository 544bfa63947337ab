/**
 * Checks JSON-LD as search engines do: what Google's documentation requires of each type, and that what is an address is
 * one. That each property belongs to its type is checked by the compiler (schema-dts).
 */

/** What each type must have; below a name stands what its values must have. */
const required: Readonly<Record<string, readonly string[]>> = {
  CollegeOrUniversity: ['name'],
  Course: ['name', 'description', 'provider'],
  CourseInstance: ['courseMode'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
};
const addresses = new Set(['@id', 'url', 'item', 'logo']);

/** @returns what is wrong with a block of JSON-LD, each with its place */
export function problemsOf(block: unknown): string[] {
  const { '@context': context, ...rest } = Object(block);
  if (context !== 'https://schema.org') return ['@context is not https://schema.org'];
  return problemsIn(rest, rest['@type']);
}

function problemsIn(value: unknown, place: string): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${place} is empty`];
    const order = value.map((one) => Object(one).position);
    const counts = order.every((one, at) => one === undefined || one === at + 1);
    const inside = value.flatMap((one, at) => problemsIn(one, `${place}[${at}]`));
    return counts ? inside : [`${place} is not counted from 1`, ...inside];
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = new Map<string, unknown>(Object.entries(value));
  const names = required[String(fields.get('@type'))];
  if (!names) return [`${place} is of the type ${fields.get('@type')}, which nothing here reads`];
  const missing = names.filter((name) => ['', undefined, null].includes(fields.get(name) as ''));
  const wrong = Array.from(fields).filter(
    ([name, address]) => addresses.has(name) && !/^https:\/\/[^ ]+$/.test(String(address)),
  );
  return [
    ...missing.map((name) => `${place}.${name} is missing`),
    ...wrong.map(([name]) => `${place}.${name} is no address`),
    ...Array.from(fields).flatMap(([name, inner]) => problemsIn(inner, `${place}.${name}`)),
  ];
}
