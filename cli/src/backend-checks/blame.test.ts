import { expect, test } from 'vitest';
import { stages, usualMoveFrom } from '../applicant/stages.ts';
import { findReporterOfWrongState } from './blame.ts';
import { catalogue } from './catalogue.ts';

test.each(stages.filter((stage) => usualMoveFrom(stage)))(
  'a check reports a wrong state after the step that leads out of %s',
  (stage) => {
    expect(catalogue.map(({ id }) => id)).toContain(findReporterOfWrongState(stage));
  },
);
