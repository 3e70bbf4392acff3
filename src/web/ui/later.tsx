import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { Part } from '../i18n/catalogs.ts';
import { useFetchPart } from '../i18n/i18n.tsx';

export interface Later<Props> {
  (props: Props & { /** Shown until it is loaded. */ waiting?: ReactNode }): ReactNode;
  /**
   * Preloads the component, so that it can be shown without a wait. Rejects if it can’t be loaded. The next call tries
   * again.
   */
  readonly load: (fetchPart: FetchPart) => Promise<void>;
}

type FetchPart = (part: Part) => Promise<void>;

const never = () => () => {};

/**
 * A component whose module is loaded when it is first shown, with the parts of the catalog that it needs at the start.
 * If the module can’t be loaded, it throws the failure, which a `LazyBoundary` reports.
 *
 * React’s `lazy` suspends instead. React then shows the component 300 ms after the fallback at the earliest, even if
 * its module is loaded after 1 ms.
 */
export function later<Props extends object>(
  fetchModule: () => Promise<ComponentType<Props>>,
  texts: readonly Part[] = [],
): Later<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const fetch = async (fetchPart: FetchPart) => {
    const [Module] = await Promise.all([fetchModule(), ...texts.map(fetchPart)]);
    Loaded = Module;
  };
  const load = (fetchPart: FetchPart) => {
    loading ??= fetch(fetchPart).catch((failure) => {
      loading = null;
      throw failure;
    });
    return loading;
  };
  const now = () => Loaded;
  // Hydration must start with what the server rendered: without the component.
  const onServer = () => null;
  function Shown({ waiting = null, ...props }: Props & { waiting?: ReactNode }) {
    const Ready = useSyncExternalStore(never, now, onServer);
    const fetchPart = useFetchPart();
    const [state, setState] = useState<{ failure: unknown } | 'loaded' | null>(null);
    useEffect(() => {
      load(fetchPart).then(
        () => setState('loaded'),
        (failure) => setState({ failure }),
      );
    }, [fetchPart]);
    if (state !== null && state !== 'loaded') throw state.failure;
    return Ready ? <Ready {...(props as Props)} /> : waiting;
  }
  return Object.assign(Shown, { load });
}
