import { Heading } from '../../ui/heading.tsx';
import { texts } from './words.ts';

/** `/short_programs`: only a heading, as specified. */
export default function ShortPrograms() {
  return (
    <div className="page">
      <Heading>{texts.short.title}</Heading>
    </div>
  );
}
