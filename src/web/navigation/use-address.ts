import { useNavigate, useSearchParams } from 'react-router';

export interface ChangeOptions {
  /** Replaces the history entry, so that Back skips the previous state. */
  replace?: boolean;
  /** Scrolls to the top. Otherwise the scroll position is kept. */
  toTop?: boolean;
}

/** Reads and changes the query parameters of this page: tabs, filters, and what is open. */
export function useAddress() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  return {
    query,
    /** Changes these parameters and keeps the others; null removes one. */
    change(
      parameters: Readonly<Record<string, string | null>>,
      { replace = false, toTop = false }: ChangeOptions = {},
    ) {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(parameters)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      void navigate({ pathname: location.pathname, search: next.toString() }, { replace, preventScrollReset: !toTop });
    },
  };
}
