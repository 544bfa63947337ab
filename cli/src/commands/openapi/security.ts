/** Who is let in. */
import { type Change, change } from './change.ts';
import { isObject, keysOf, listOf } from './json.ts';

/** @param old what an operation asks for, its own or the document's: any one of the list will do */
export function compareSecurity(old: unknown, fresh: unknown): Change[] {
  const [before, after] = [waysOf(old), waysOf(fresh)];
  const gone = before.filter((way) => !after.includes(way));
  const come = after.filter((way) => !before.includes(way));
  return [
    ...gone.map((way) =>
      way === nothing
        ? change(
            'security',
            'a call without a token is refused now',
            ['clients', 'backends'],
            'clients may send none, backends may let them in',
          )
        : change('security', `no longer ${way}`, ['clients'], 'they may still come with that'),
    ),
    ...come.map((way) =>
      way === nothing
        ? change('security', 'works without a token now', ['backends'], 'they may ask for one')
        : change('security', `now with ${way}`, ['backends'], 'they may not know it'),
    ),
  ];
}

const nothing = 'no token';

function waysOf(security: unknown): string[] {
  const ways = listOf(security).filter(isObject);
  if (ways.length === 0) return [nothing];
  return ways.map((way) => {
    const schemes = keysOf(way).sort();
    const told = schemes.map((name) => [name, ...listOf(way[name]).map(String).sort()].join(' '));
    return told.join(' and ') || nothing;
  });
}
