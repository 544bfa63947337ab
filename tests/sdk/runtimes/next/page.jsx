import { dehydrate, QueryClient } from '@tanstack/react-query';
import { ProgramsPage } from './programs.jsx';
import { queries } from './queries.js';

export default async function Page() {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(queries.programs.list());
  return <ProgramsPage state={dehydrate(queryClient)} />;
}
