/** The design page of `npm run dev`: every token and every piece of the site in all its states. Never built. */
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { SiteContext } from '../../src/site/site.ts';
import '../../src/styles/index.css';
import '../../src/styles/applicant.css';
import '../../src/styles/exam.css';
import '../../src/styles/profile.css';
import './design.css';
import { DesignPage } from './design-page.tsx';
import { sampleSite } from './sample-site.ts';

const site = sampleSite();
// Links show their styles and lead nowhere.
const { hook } = memoryLocation({ path: '/', static: true });
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <SiteContext value={site}>
      <QueryClientProvider client={site.queries}>
        <Router hook={hook}>
          <DesignPage />
        </Router>
      </QueryClientProvider>
    </SiteContext>,
  );
}
