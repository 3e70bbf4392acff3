import { Component, type ReactNode, Suspense } from 'react';
import { onReturn } from '../boot/returning.ts';
import { useT } from '../i18n/i18n.tsx';
import { toast } from './toast.ts';

/**
 * Loads a part of the page on demand. If loading fails, the rest of the page stays and a toast says so, unless loading
 * was interrupted because the reader is leaving the page.
 */
export function LazyBoundary({
  waiting,
  failed = null,
  onFailure,
  children,
}: {
  /** Shown while it is loading. */
  waiting?: ReactNode;
  /** Shown in its place if it can’t be loaded. */
  failed?: ReactNode;
  onFailure?: () => void;
  children: ReactNode;
}) {
  const t = useT();
  const tell = () => {
    toast(navigator.onLine ? t('common.error_occurred') : t('common.no_connection'), {
      label: t('common.load_again'),
      run: () => location.reload(),
    });
    onFailure?.();
  };
  return (
    <LazyErrorBoundary onFailure={tell} failed={failed}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </LazyErrorBoundary>
  );
}

class LazyErrorBoundary extends Component<
  { onFailure: () => void; failed: ReactNode; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };
  #isLeft = false;
  #hasBrokenOff = false;
  #end = () => {};

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    const onLeave = () => {
      this.#isLeft = true;
    };
    const offReturn = onReturn(() => {
      this.#isLeft = false;
      // Browsers don't retry a failed import until the page is reloaded.
      if (this.#hasBrokenOff) location.reload();
    });
    addEventListener('pagehide', onLeave);
    this.#end = () => {
      removeEventListener('pagehide', onLeave);
      offReturn();
    };
  }

  override componentWillUnmount() {
    this.#end();
  }

  override componentDidCatch() {
    if (this.#isLeft) this.#hasBrokenOff = true;
    else this.props.onFailure();
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}
