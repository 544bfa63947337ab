import { texts } from '../words/frame.ts';
import { NeedsScript } from './needs-script.tsx';

/** Grey lines in the place of what is on its way. @param page the whole page is: it has no other heading yet */
export function Skeleton({ page = false }: { page?: boolean }) {
  const Label = page ? 'h1' : 'span';
  return (
    <>
      <NeedsScript />
      <div className="page skeleton" role="status">
        <Label className="hidden">{texts.loading}</Label>
        <i />
        <i />
        <i />
      </div>
    </>
  );
}

/** A part of a page that is on its way, as tall as a screen: what stands below stays out of sight. */
export function TallSkeleton() {
  return (
    <div className="waiting">
      <Skeleton />
    </div>
  );
}
