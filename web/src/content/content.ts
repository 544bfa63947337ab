/** What the college tells of itself in `content.json` (docs/hosting.md): all of it may be left out. */
import type { contentSchema } from './schema/schema.ts';

export type Content = ReturnType<(typeof contentSchema)['parse']>;

/** A photograph; the build adds its sizes. */
export type Photo = NonNullable<NonNullable<Content['photos']>['home']>;
