import { useState } from 'react';
import { lazily } from '../../site/lazily.ts';
import { Retry } from '../../ui/retry.tsx';
import { texts } from './words.ts';

const samples = lazily(() => import('./samples/samples.tsx'));

/** Sample questions, folded away; they are loaded when somebody opens them. */
export function SamplesToTry() {
  const [loading, setLoading] = useState<'underway' | 'failed' | 'done'>();
  const load = () => {
    setLoading('underway');
    samples.load().then(
      () => setLoading('done'),
      () => setLoading('failed'),
    );
  };
  const Samples = loading === 'done' ? samples.now : undefined;
  return (
    <details className="samples" onToggle={() => loading ?? load()}>
      <summary>{texts.samples}</summary>
      {loading === 'underway' && <p>{texts.samplesLoading}</p>}
      {loading === 'failed' && <Retry text={texts.samplesFailed} again={load} />}
      {Samples && <Samples />}
    </details>
  );
}
