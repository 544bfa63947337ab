import { startDemo } from '../site/demo.ts';
import { testPoorNetworks } from './poor-network.ts';

testPoorNetworks(() => startDemo());
