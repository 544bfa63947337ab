/** What a page without React imports; its bundle is weighed. */
import { createClient } from '@one-planet/sdk';

globalThis.client = createClient({ baseUrl: '/api' });
