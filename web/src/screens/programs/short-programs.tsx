import { Heading } from '../../components/heading.tsx';
import { texts } from '../../texts/programs.ts';

/** `/short_programs`: only a heading, as specified. */
export default function ShortPrograms() {
  return (
    <div className="page">
      <Heading>{texts.short.title}</Heading>
    </div>
  );
}
