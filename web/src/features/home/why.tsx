import { useContents } from '../../site/catalogue.ts';
import { Retry } from '../../ui/retry.tsx';
import { reveal } from '../../ui/reveal-on-scroll.ts';
import { texts } from './words.ts';

/** The content item with id 1, which staff can change; otherwise the default text. */
export function Why() {
  const { data, isError, refetch } = useContents();
  const { title, text } = texts.why;
  const written = data?.get('1');
  return (
    <section className="why">
      <div className="page" ref={reveal}>
        <h2>{title}</h2>
        {Object.entries((written || text).split(/\n+/)).map(([number, paragraph]) => (
          <p key={number}>{paragraph}</p>
        ))}
        {isError && <Retry text={texts.why.failed} again={refetch} />}
      </div>
    </section>
  );
}
