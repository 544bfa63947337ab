import { Skeleton } from './skeleton.tsx';

/** A part of a page that is on its way, as tall as a screen: what stands below stays out of sight. */
export function Waiting() {
  return (
    <div className="waiting">
      <Skeleton />
    </div>
  );
}
