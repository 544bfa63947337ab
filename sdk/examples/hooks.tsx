import { createHooks } from '@one-planet/sdk/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

const session = { token: () => sessionStorage.getItem('token') ?? undefined };
export const api = createHooks({ baseUrl: 'https://api.college.example', session });
// The SDK retries by itself.
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Wrap this around every component that uses a hook. */
export function ApiProvider({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <api.ReactQueryProvider>{children}</api.ReactQueryProvider>
    </QueryClientProvider>
  );
}

export function Programs() {
  const { data, error, isPending } = api.programs.list.useQuery({ queryKey: ['programs'] });
  if (isPending) return <p>One moment …</p>;
  if (error) return <p role="alert">The programs cannot be loaded right now.</p>;
  return (
    <ul>
      {data.body.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
