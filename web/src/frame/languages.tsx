import { useLocation } from 'wouter';
import { prefixOf } from '../language/addresses.ts';
import { code as current } from '../language/current.ts';
import { languages } from '../language/languages.ts';

/** This page in every language, by its own name; src/early.ts remembers the choice and adds what follows the path. */
export function Languages() {
  const [path] = useLocation();
  return (
    <p className="languages">
      {Object.entries(languages).map(([code, name]) => (
        <a
          key={code}
          href={prefixOf(code) + path}
          lang={code}
          aria-current={code === current || undefined}
        >
          {name}
        </a>
      ))}
    </p>
  );
}
