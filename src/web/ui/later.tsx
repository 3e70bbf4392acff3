import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';

interface Later<Props> {
  (props: Props & { /** Shown until it is loaded. */ waiting?: ReactNode }): ReactNode;
  /** Loads the component ahead, so that it is shown at once. Never rejects. */
  readonly load: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

/**
 * A component whose module is fetched when it is first shown. If the module can’t be loaded, it throws the failure, which a
 * `LazyBoundary` reports.
 *
 * React’s `lazy` suspends instead. React then shows the component at the earliest 300 ms after the fallback, even if its
 * module is there after one.
 */
export function later<Props extends object>(fetchModule: () => Promise<ComponentType<Props>>): Later<Props> {
  let found: { readonly Loaded: ComponentType<Props> } | { readonly failure: unknown } | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const fetch = async () => {
    found = await fetchModule().then(
      (Loaded) => ({ Loaded }),
      (failure: unknown) => ({ failure }),
    );
    for (const listener of listeners) listener();
  };
  const load = () => {
    loading ??= fetch();
    return loading;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  // A hydrated page has to begin as the server rendered it: without the component.
  const onServer = () => null;
  function Shown({ waiting = null, ...props }: Props & { waiting?: ReactNode }) {
    const shown = useSyncExternalStore(subscribe, () => found, onServer);
    useEffect(() => void load(), []);
    if (shown === null) return waiting;
    if ('failure' in shown) throw shown.failure;
    return <shown.Loaded {...(props as Props)} />;
  }
  return Object.assign(Shown, { load, isLoaded: () => found !== null && 'Loaded' in found });
}
