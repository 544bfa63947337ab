/** What a page with hooks imports; its bundle is weighed. */
import { createClient } from '@one-planet/sdk';
import { createHooks } from '@one-planet/sdk/react';

globalThis.api = createHooks(createClient({ baseUrl: '/api' }));
