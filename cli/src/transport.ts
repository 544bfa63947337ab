import { Agent, FormData as AgentForm, fetch as agentFetch } from 'undici';

/** The connections of one command. */
export interface Transport {
  fetch: typeof globalThis.fetch;
  /** Lets go of every connection, so that the process can end at once. */
  close: () => Promise<void>;
}

/** Opens connections of our own: kept alive between calls, and closed when the command is done. */
export function createTransport(): Transport {
  const dispatcher = new Agent({ connections: 64 });
  const fetch = (input: string | URL, init: RequestInit = {}) => {
    const body = init.body instanceof FormData ? toAgentForm(init.body) : init.body;
    // The types of undici's fetch and the platform's differ by name only.
    return agentFetch(input, { ...init, body, dispatcher } as Parameters<typeof agentFetch>[1]);
  };
  return { fetch: fetch as unknown as Transport['fetch'], close: () => dispatcher.destroy() };
}

/** undici's fetch knows no form but its own: it would send the platform's as the text `[object FormData]`. */
function toAgentForm(form: FormData): AgentForm {
  const own = new AgentForm();
  for (const [name, value] of form) {
    if (typeof value === 'string') own.append(name, value);
    else own.append(name, value, value.name);
  }
  return own;
}
