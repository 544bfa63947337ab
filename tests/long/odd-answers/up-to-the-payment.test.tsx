import { testVisits } from './test-visits.ts';
import { visits } from './visits.ts';

testVisits(visits.filter(({ state }) => state === 'ACTIVATED' || state === 'TOOK_EXAM'));
