import { lazy } from 'react';
import { AskLogin } from '#features/accounts/web/ask-login.tsx';
import { apiOf } from '#web/api/in-loader.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import { useAddress } from '#web/navigation/use-address.ts';
import { Empty } from '#web/ui/empty.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/moderation.ts';

const ModerationPage = lazy(async () => {
  const [{ ModerationPage }, { SuggestionDialog }] = await Promise.all([
    import('#features/moderation/web/moderation-page.tsx'),
    import('#features/stories/web/suggestion-dialog.tsx'),
  ]);
  return { default: () => <ModerationPage SuggestionDialog={SuggestionDialog} /> };
});
const RoundAuditPage = lazy(() =>
  import('#features/contest/web/audit/round-audit-page.tsx').then((m) => ({ default: m.RoundAuditPage })),
);

export function loader({ context }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  return { head: { title: translator.t('moderation.title'), path: '/moderation', noindex: true } };
}

export const meta = pageMeta;

// What is chosen stands in the address; nothing of it is made on the server.
export const shouldRevalidate = () => false;

/** Moderation (product §10). The page holds what visitors see too; which one is shown is known before the first paint. */
export default function ModerationRoute() {
  const t = useT('moderation');
  const signedIn = useSignedIn();
  const { query } = useAddress();
  const roundId = /^\d{1,18}$/.exec(query.get('round') ?? '')?.[0];
  return (
    <div data-hydrate>
      <div className="for-visitors">
        <AskLogin title={t('moderation.title')} text={t('moderation.login_text')} />
      </div>
      <div className="for-members">
        {signedIn ? (
          <LazyBoundary waiting={<Spinner />} failed={<Empty title={t('moderation.load_failed')} />}>
            {roundId ? <RoundAuditPage roundId={roundId} /> : <ModerationPage />}
          </LazyBoundary>
        ) : (
          <Spinner />
        )}
      </div>
    </div>
  );
}
