import { birr } from '../../amounts.ts';
import { Facts } from '../../components/facts.tsx';
import { texts } from '../../texts/receipt-sample.ts';
import { grandTotal, tuition } from './amounts.ts';
import { sample } from './sample.ts';

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
