import { Heading } from '../../ui/heading.tsx';
import { texts } from './words.ts';

interface ResultFactsProps {
  result: string;
  resultDesc: string;
  isFail: boolean;
}

/** The result in the server's words; red for a fail, green otherwise. */
export function ResultFacts({ result, resultDesc, isFail }: ResultFactsProps) {
  return (
    <>
      <Heading>{texts.result.title}</Heading>
      <p className="result">
        {texts.result.final}: <b>{result}</b>
      </p>
      <p className={isFail ? 'verdict fail' : 'verdict pass'}>{resultDesc}</p>
    </>
  );
}
