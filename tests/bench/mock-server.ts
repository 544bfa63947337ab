/** The mock backend with as many applicants as the argument says; prints its address. */
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';

const backend = await createBackend({ applicants: Number(process.argv[2]) });
const { url } = await serve(backend);
console.log(url);
