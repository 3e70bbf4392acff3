import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import {
  Links,
  Meta,
  Outlet,
  useLocation,
  useNavigation,
  useNavigationType,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import '#features/accounts/web/login/login-styles.ts';
import { LoginContext } from '#features/accounts/web/login-context.tsx';
import {
  type AccountRequest,
  type AccountView,
  type LoginRequest,
  onAccountAsked,
} from '#features/accounts/web/login-request.ts';
import type { Route } from './+types/root.ts';
import { onRestriction, setBannedHandler } from './api/banned.ts';
import { apiOf } from './api/in-loader.ts';
import { AWAKE } from './boot/awake.ts';
import { loadAnew } from './boot/load-anew.ts';
import { askForLogin } from './boot/login.ts';
import { useFetchPart, useLanguage } from './i18n/i18n.tsx';
import { PageFailure } from './layout/page-failure.tsx';
import { Arrivals, type Undoing } from './navigation/arrivals.tsx';
import { leaveFor } from './navigation/leave-for.ts';
import { useLinkClicks } from './navigation/link-clicks.ts';
import { LazyBoundary } from './ui/lazy-boundary.tsx';
import { NamedLanguage, withLanguage } from './ui/link.tsx';
import { PageProgress, ProgressBar } from './ui/page-progress.tsx';
import { liftToasts, Toaster } from './ui/toast.tsx';
import { useSite } from './ui/use-site.ts';
import './styles/tokens.css';
import './styles/base.css';

export function loader({ context }: Route.LoaderArgs) {
  const { language, namesLanguage, site } = apiOf(context);
  return { language, namesLanguage, site, year: new Date().getUTCFullYear() };
}

export type RootData = ReturnType<typeof loader>;

// The language and the site do not change from page to page.
export const shouldRevalidate = () => false;

const importAccountDialog = () => import('#features/accounts/web/account-dialog.tsx');
const AccountDialog = lazy(() => importAccountDialog().then((m) => ({ default: m.AccountDialog })));
const AccountDoor = lazy(() =>
  import('#features/accounts/web/account-gate.tsx').then((m) => ({ default: m.AccountDoor })),
);

const UNDOING: Undoing = {
  story: async (id) => (await import('#features/stories/web/undelete-story.ts')).undeleteStory(id),
};

function Document({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { analytics } = useSite();
  return (
    <html lang={LANGUAGE_TAGS[language]} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={`/manifest.webmanifest?t=${language}`} />
        {analytics && <meta name="analytics" content={analytics} />}
        <Meta />
        <Links />
      </head>
      <body>{children}</body>
    </html>
  );
}

export function Layout({ children }: { children: ReactNode }) {
  return <Document>{children}</Document>;
}

/** Tells the boot script of each page after the first: it does the same for them, so that its code is here but once. */
function useBoot(): void {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const isGoingBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is a new place
  useEffect(() => {
    if (state !== 'idle') return;
    dispatchEvent(new CustomEvent('skein:shown', { detail: { isGoingBack } }));
  }, [pathname, state]);
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { language, namesLanguage } = loaderData;
  const [account, setAccount] = useState<AccountRequest | null>(null);
  const fetchPart = useFetchPart();
  const openAccount = useCallback(
    (request: AccountRequest) => {
      void fetchPart('accounts');
      void fetchPart('errors');
      setAccount(request);
    },
    [fetchPart],
  );
  const openLogin = useCallback(
    (request: LoginRequest & { view?: AccountView } = {}) => {
      const { view } = request;
      if (view) return openAccount({ ...request, view });
      askForLogin(request);
      liftToasts();
    },
    [openAccount],
  );
  const closeAccount = useCallback(() => setAccount(null), []);
  useEffect(() => {
    return onAccountAsked(async (request) => {
      // Keep the requesting form open until the dialog and its texts are loaded. Otherwise input would be lost.
      const texts = [fetchPart('accounts'), fetchPart('errors')];
      const coming = importAccountDialog().then(
        () => true,
        () => false,
      );
      await Promise.all(texts);
      if (await coming) {
        const draft = request.onReady?.();
        openAccount(draft ? { ...request, draft } : request);
      } else if (!(await loadAnew(location.href))) request.onFailed?.();
    });
  }, [openAccount, fetchPart]);
  const named = useMemo(() => (namesLanguage ? language : null), [language, namesLanguage]);
  useBoot();
  useLinkClicks();
  // The hook alone: its component writes an inline script, which the policy refuses.
  useScrollRestoration();
  return (
    <NamedLanguage value={named}>
      <LoginContext value={openLogin}>
        <PageProgress />
        <Suspense>
          <Outlet />
          <Listening />
        </Suspense>
        <Toaster />
        <Arrivals undoing={UNDOING} />
        {account && (
          <LazyBoundary waiting={<ProgressBar />} onFailure={closeAccount}>
            <AccountDialog request={account} onClose={closeAccount} />
          </LazyBoundary>
        )}
        <AccountDoorWhenAsked home={named ? withLanguage('/', named) : '/'} />
      </LoginContext>
    </NamedLanguage>
  );
}

/** What the boot script waits for. Beside the page, since the page listens later than what stands around it. */
function Listening() {
  useEffect(() => {
    dispatchEvent(new Event(AWAKE));
  }, []);
  return null;
}

/** Links from mails arrive at the home page and are answered in a dialog there; so does who is shut out, whom the page itself tells. */
function AccountDoorWhenAsked({ home }: { home: string }) {
  const { pathname, search } = useLocation();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (query.has('verify') || query.has('new_email')) setAsked(true);
  }, [search]);
  useEffect(() => {
    setBannedHandler(async (details) => {
      const { announceRestriction } = await import('#features/accounts/web/restriction.ts');
      announceRestriction(details);
    });
    return onRestriction(() => {
      if (pathname !== '/') void leaveFor(home);
    });
  }, [pathname, home]);
  if (!asked) return null;
  return (
    <LazyBoundary waiting={<ProgressBar />}>
      <AccountDoor />
    </LazyBoundary>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Suspense>
      <PageFailure error={error} />
    </Suspense>
  );
}
