/**
 * The page that the site is compared with: React, wouter, React Query and one heading. With `?inputs` it has three text
 * fields, too.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Route } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';

function TextInput({ label }: { label: string }) {
  const [value, setValue] = useState('');
  return (
    <label>
      {label} <input value={value} onChange={(event) => setValue(event.target.value)} />
    </label>
  );
}

function BarePage() {
  const labels = useSearch() === '?inputs' ? ['First', 'Second', 'Third'] : [];
  return (
    <>
      <h1>A page with a heading</h1>
      {labels.map((label) => (
        <TextInput key={label} label={label} />
      ))}
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <Route path="/bare/*?">
      <BarePage />
    </Route>
  </QueryClientProvider>,
);
