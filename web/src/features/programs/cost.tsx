import { Link } from 'wouter';
import { inWords } from '../../content/facts.ts';
import { useProgramContent } from '../../content/program-content.ts';
import { useContent } from '../../content/use-content.ts';
import { paths } from '../../routes.ts';
import type { Program } from '../../site/records.ts';
import { Text } from '../../ui/text.tsx';
import { texts } from './words.ts';

/** What the program costs, as far as the college tells; otherwise when one learns it. */
export function Cost({ program }: { program: Program }) {
  const { cost, scholarships } = useContent();
  const { cost: own } = useProgramContent(program.name);
  const { one } = texts;
  const told = own ?? cost?.total;
  return (
    <section>
      <h2>{one.cost}</h2>
      {told && <p className="amount">{told}</p>}
      {cost?.covers && <p>{one.covers(inWords(cost.covers))}</p>}
      <p>{one.fee}</p>
      {!told && (
        <p>
          <Text>{one.costUnknown}</Text> <Link to={paths.contact}>{one.ask}</Link>
        </p>
      )}
      {scholarships && (
        <>
          <h3>{one.scholarships}</h3>
          <ul>
            {scholarships.map(({ name, amount, for: who }) => (
              <li key={name}>
                {[`${name}: ${amount}`, who && one.for(who)].filter(Boolean).join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
