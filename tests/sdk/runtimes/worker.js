/** For workerd: makes the calls that the body of a request asks for. */
import { makeCalls } from './journey.js';

export default {
  async fetch(request) {
    const { baseUrl, credentials } = await request.json();
    return Response.json(await makeCalls(baseUrl, credentials));
  },
};
