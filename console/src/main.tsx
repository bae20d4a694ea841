import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../data/style/tokens.css';
import '../../data/style/picture.css';
import './style/base.css';
import './style/pages.css';
import './style/list.css';
import './style/inbox.css';
import './style/case.css';
import { ApiError } from './api/http.ts';
import { createConsoleRouter } from './router.tsx';

const MOST_TRIES = 3;
/** Only temporary errors are retried; refusals are final. */
const maybeLater = (error: Error): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 503;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < MOST_TRIES && maybeLater(error),
      staleTime: 10_000,
      // A browser that considers itself offline may still reach a service on its own machine.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
const router = createConsoleRouter();
const place = document.getElementById('console');
if (place === null) throw new Error('the page has no place for the console');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
