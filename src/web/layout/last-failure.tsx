import { Component, type ReactNode } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage, useT } from '../i18n/i18n.tsx';
import { ReloadLink } from '../ui/button.tsx';

/** Catches what fails outside of every page. Its name is the router's, whose own it replaces (scripts/vite/lean-router.ts). */
export class RemixErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
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
