import { birr } from '../../site/amounts.ts';
import { Facts } from '../../ui/facts.tsx';
import { sample } from './sample.ts';
import { grandTotal, tuition } from './sample-amounts.ts';
import { texts } from './sample-words.ts';

/** What all of it comes to. */
export function FeeSummary() {
  const { summary } = texts;
  const amounts: [label: string, amount: number][] = [
    [summary.facilities, sample.facilities],
    [summary.tuition, tuition(sample)],
    [summary.grandTotal, grandTotal(sample)],
  ];
  return (
    <section>
      <h2>{summary.title}</h2>
      <Facts facts={amounts.map(([label, amount]) => [label, birr(amount)])} />
    </section>
  );
}
