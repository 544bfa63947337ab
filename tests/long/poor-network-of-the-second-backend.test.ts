import { visit } from '../site/demo.ts';
import { startSecondSite } from '../site/second-site.ts';
import { testPoorNetworks } from './poor-network.ts';

testPoorNetworks(async () => visit(await startSecondSite('alternate')));
