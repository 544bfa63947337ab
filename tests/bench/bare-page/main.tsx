/** The page that the site is compared with: React, wouter, React Query and one heading. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Route } from 'wouter';

createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <Route path="/bare/*?">
      <h1>A page with a heading</h1>
    </Route>
  </QueryClientProvider>,
);
