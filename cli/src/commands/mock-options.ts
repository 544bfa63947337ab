import { positive, value, values, whole } from './options.ts';

/** How the mock backend is to behave: options of `mock` and `demo`. */
export const mockOptions = {
  seed: value('<n>', 'the same seed gives the same data (default: 1)', whole(0)),
  latency: value('<ms>', 'added to every answer (default: 0)', whole(0, 600_000)),
  examMinutes: value('<n>', 'how long the exam runs (default: 20)', positive),
  retakes: value('<n>', 'how often a failed exam may be retaken (default: no limit)', whole(0)),
  applicants: value(
    '<n>',
    'how many applicants exist from the start (default: 0)',
    whole(0, 1_000_000),
  ),
  fault: values('<name>', 'misbehave in this way (repeatable)'),
};
