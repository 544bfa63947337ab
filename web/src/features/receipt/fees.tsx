import { limits } from '@one-planet/contract/limits';
import { birr } from '../../site/amounts.ts';
import { numberOf } from '../../site/unchecked.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { amountInWords } from './amount-in-words.ts';
import { texts } from './words.ts';

/** The fees; all but the application fee are always 0 (journey specification, section 9). */
export function Fees({ amount }: { amount: unknown }) {
  const { fees } = texts;
  const paid = numberOf(amount);
  const paidShown = paid === undefined ? '' : birr(paid);
  return (
    <>
      <h2>{fees.title}</h2>
      <div className="table">
        <table>
          <thead>
            <tr>
              <th scope="col">{fees.item}</th>
              <th scope="col">{fees.amount}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{fees.application}</th>
              <td>{paidShown}</td>
            </tr>
            <tr>
              <th scope="row">{fees.registration}</th>
              <td>{birr(limits.receipt.registrationFee)}</td>
            </tr>
            <tr>
              <th scope="row">{fees.other}</th>
              <td>{birr(limits.receipt.otherFees)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{fees.total}</th>
              <td>{paidShown}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <DescriptionList facts={[[fees.inWords, amountInWords(paid)]]} />
    </>
  );
}
