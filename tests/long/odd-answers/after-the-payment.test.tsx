import { testVisits } from './test-visits.ts';
import { visits } from './visits.ts';

const before = [undefined, 'ACTIVATED', 'TOOK_EXAM'];

testVisits(visits.filter(({ state }) => !before.includes(state)));
