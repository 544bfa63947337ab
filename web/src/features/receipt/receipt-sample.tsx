import { Heading } from '../../ui/heading.tsx';
import { CourseFees } from './sample-course-fees.tsx';
import { FeeSummary } from './sample-fee-summary.tsx';
import { PersonalDetail } from './sample-personal-detail.tsx';
import { texts } from './sample-words.ts';

/** `/receipt/type2/{token}`: a static sample, whatever the token (journey specification, section 2). */
export default function ReceiptSample() {
  return (
    <div className="page">
      <article className="receipt">
        <p className="sample-mark">{texts.mark}</p>
        <Heading>{texts.title}</Heading>
        <p className="lead">{texts.note}</p>
        <PersonalDetail />
        <CourseFees />
        <FeeSummary />
        <div className="stamp">
          <p>{texts.stamp}</p>
        </div>
      </article>
    </div>
  );
}
