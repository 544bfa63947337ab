'use client';
import { createHooks } from '@one-planet/sdk/react';
import { HydrationBoundary, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from './queries.js';

const api = createHooks(client);

export function ProgramsPage({ state }) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <HydrationBoundary state={state}>
        <Programs />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

function Programs() {
  const { data } = api.programs.list.useQuery();
  return (
    <ul>
      {data?.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
