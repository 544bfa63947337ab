import { Courses } from '../../src/features/programs/courses.tsx';
import { ScrollTable } from '../../src/ui/tabs/scroll-table.tsx';
import { Section } from './section.tsx';

/** Tabs over tables: the courses of a program are both. */
export function Tables() {
  return (
    <>
      <Section
        id="tabs"
        title="Tabs"
        note="The courses by year. On a phone all tabs are in sight, and a course is two lines."
      >
        <div className="page">
          <Courses programId="1" />
        </div>
      </Section>
      <Section id="tables" title="Tables" note="One that is wider than the page scrolls by itself.">
        <div className="page">
          <ScrollTable label="Fees">
            <thead>
              <tr>
                <th scope="col">Fee</th>
                <th scope="col">When</th>
                <th scope="col">Amount in birr</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Application</th>
                <td>After the test</td>
                <td>500.00</td>
              </tr>
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  Total
                </th>
                <td>500.00</td>
              </tr>
            </tfoot>
          </ScrollTable>
        </div>
      </Section>
    </>
  );
}
