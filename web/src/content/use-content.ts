import { useSite } from '../site/site.ts';
import { useValue } from '../site/value.ts';
import type { Content } from './content.ts';

/** The content as it is now; during hydration what the page was built with. */
export function useContent(): Content {
  return useValue(useSite().content);
}
