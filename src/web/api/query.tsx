import { type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onReturn } from '../boot/returning.ts';
import { ApiError } from './client.ts';
import { onSession } from './session.ts';

/**
 * The store of members’ own data, shared by all islands of a page. It is loaded with the first component that needs it,
 * and never needed for reading.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      // The server would refuse the same request again. A request that failed otherwise is retried once.
      retry: (failures, error) =>
        failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
});

// The next user must see nothing of the previous one. Parts for members only have been unmounted by the time this runs.
// Data that is still shown is fetched again.
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
