import { type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onReturn } from '../boot/returning.ts';
import { ApiError } from './client.ts';
import { onSession } from './session.ts';

/**
 * What members see of their own: one store for all islands of a page. It is loaded with the first
 * component that needs it, never on the way to reading.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      // What the server refused it will refuse again; what did not arrive is tried once more.
      retry: (failures, error) =>
        failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
});

// Whoever comes after must see nothing of whoever was before. What belongs to members alone has left the page by the
// time this runs; what is still shown is asked for anew.
onSession(() => {
  const before = new Set(queryClient.getQueryCache().getAll());
  setTimeout(() => {
    const predicate = (query: Query) => before.has(query);
    queryClient.removeQueries({ type: 'inactive', predicate });
    void queryClient.resetQueries({ predicate });
  });
});

// A page restored from the back/forward cache shows old data. Live events update the queries marked with `isLive`.
if (!import.meta.env.SSR)
  onReturn(() => void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive !== true }));

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
