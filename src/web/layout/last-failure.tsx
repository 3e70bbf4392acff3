import { Component, type ReactNode } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage, useT } from '../i18n/i18n.tsx';
import { ReloadLink } from '../ui/button.tsx';

interface Props {
  location: unknown;
  children: ReactNode;
}

interface State {
  hasFailed: boolean;
  location: unknown;
}

/** Catches what fails outside of every page. Its name is the router's, whose own it replaces (scripts/vite/lean-router.ts). */
export class RemixErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, location: this.props.location };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /** Whoever goes elsewhere, or back, may find what works. */
  static getDerivedStateFromProps({ location }: Props, state: State): State | null {
    return location === state.location ? null : { hasFailed: false, location };
  }

  override render() {
    return this.state.hasFailed ? <RemixRootDefaultErrorBoundary /> : this.props.children;
  }
}

/** All that is left then: nothing stands around it, not even the head of the document. */
export function RemixRootDefaultErrorBoundary() {
  const t = useT();
  return (
    <html lang={LANGUAGE_TAGS[useLanguage()]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{t('common.failure_title')}</title>
      </head>
      <body>
        <main>
          <h1>{t('common.failure_title')}</h1>
          <p>{t('common.failure_text')}</p>
          <ReloadLink>{t('common.load_again')}</ReloadLink>
        </main>
      </body>
    </html>
  );
}

/** Around the router's own notices, none of which is ever shown. */
export function BoundaryShell({ children }: { children: ReactNode }) {
  return children;
}
