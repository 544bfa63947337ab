/** The shape of an answer: which fields it has, and of which type. Values do not count. */

export type Shape = ReadonlyMap<string, string>;

/** @returns types by path, e.g. `roles[].name` → `string`; text that is no JSON is `text`, nothing `empty` */
export function shapeOf(text: string | undefined): Shape {
  if (!text?.trim()) return new Map([['', 'empty']]);
  const shape = new Map<string, string>();
  try {
    collect(JSON.parse(text), '', shape);
  } catch {
    return new Map([['', 'text']]);
  }
  return shape;
}

function collect(value: unknown, path: string, shape: Map<string, string>): void {
  if (Array.isArray(value)) {
    shape.set(path, 'list');
    for (const one of value) collect(one, `${path}[]`, shape);
  } else if (typeof value === 'object' && value !== null) {
    if (path) shape.set(path, 'object');
    for (const [name, one] of Object.entries(value))
      collect(one, path ? `${path}.${name}` : name, shape);
  } else {
    const type = value === null ? 'null' : typeof value;
    const known = shape.get(path);
    // Some entries of a list may have null where others have a value.
    shape.set(
      path,
      known && known !== type
        ? [...new Set([...known.split(' or '), type])].sort().join(' or ')
        : type,
    );
  }
}

/** @returns what differs, a line each */
export function compareShapes(a: Shape, b: Shape): string[] {
  const paths = [...new Set([...a.keys(), ...b.keys()])];
  return paths
    .filter((path) => a.get(path) !== b.get(path))
    .map(
      (path) => `${path || 'the body'}: ${a.get(path) ?? 'absent'} | ${b.get(path) ?? 'absent'}`,
    );
}
