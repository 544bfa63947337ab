import { createClient } from '@one-planet/sdk';
import { createQueries } from '@one-planet/sdk/query';
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { ApiProvider, Programs } from './hooks.tsx';

const queries = createQueries(createClient({ baseUrl: 'https://api.college.example' }));

/** A page that the server renders with its data, e.g. `app/page.tsx` of Next; the browser asks for nothing again. */
export async function ProgramsPage() {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(queries.programs.list());
  return (
    <ApiProvider>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Programs />
      </HydrationBoundary>
    </ApiProvider>
  );
}
