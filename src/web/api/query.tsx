import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from './client.ts';
import { onSession } from './session.ts';

/**
 * What members see of their own: one store for all islands of a page. It is loaded after hydration with the first
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

// Whoever comes after must see nothing of whoever was before.
onSession(() => queryClient.clear());

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
