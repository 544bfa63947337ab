import { createClient } from '@one-planet/sdk';
import { createHooks } from '@one-planet/sdk/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

const session = { token: () => sessionStorage.getItem('token') ?? undefined };
export const client = createClient({ baseUrl: 'https://api.college.example', session });
export const api = createHooks(client);
const queryClient = new QueryClient();

/** Wrap this around every component that uses a hook. */
export function ApiProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

export function Programs() {
  const { data, error, isPending } = api.programs.list.useQuery();
  if (isPending) return <p>One moment …</p>;
  if (error) return <p role="alert">The programs cannot be loaded right now.</p>;
  return (
    <ul>
      {data.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
