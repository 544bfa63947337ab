import { texts } from '../texts/frame.ts';

/** Turns in the place of a page that is on its way. */
export function Spinner() {
  return (
    <div className="page narrow" role="status">
      <h1 className="hidden">{texts.loading}</h1>
      <span className="spinner" />
    </div>
  );
}
