import { useNavigate, useSearchParams } from 'react-router';

export interface ChangeOptions {
  /** No step in the history: the way back leads past what was shown. */
  replace?: boolean;
  /** The page begins at its top; else it stays where it is scrolled to. */
  toTop?: boolean;
}

/** What the address of this page says beside its path, and the way to change that: tabs, filters, and what is open. */
export function useAddress() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  return {
    query,
    /** Changes these parameters and keeps the others; null takes one out. */
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
