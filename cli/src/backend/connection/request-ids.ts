/** What makes a request findable in the server's log and traces. */
import { randomBytes } from 'node:crypto';

/**
 * Numbers the requests of a run.
 * @returns a function that gives the headers of one more request: `x-request-id`, which begins alike for the whole run,
 * and `traceparent` (W3C Trace Context), whose trace is that of one request
 */
export function requestIds(): () => Record<string, string> {
  const run = randomBytes(4).toString('hex');
  // The trace's id and the span's are never all zero: the run's part is odd, and counting starts with 1.
  const trace = `${randomBytes(7).toString('hex')}01`;
  let count = 0;
  return () => {
    count += 1;
    const number = count.toString(16).padStart(16, '0');
    return {
      'x-request-id': `admissions-${run}-${count}`,
      traceparent: `00-${trace}${number}-${number}-01`,
    };
  };
}
