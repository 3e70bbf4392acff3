import type { ReactNode } from 'react';
import type { Me } from '#features/accounts/contract.ts';
import { GraceBanner, RightsRest } from '#features/accounts/web/security/rights-rest.tsx';
import { useMe } from '#features/accounts/web/use-me.ts';
import { ApiError } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './for-moderators.module.css';
import { useWaiting } from './use-moderation.ts';

/** Shows a page only to moderators. Others see an explanation. */
export function ForModerators({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <Gate>{children}</Gate>
    </QueryProvider>
  );
}

function Gate({ children }: { children: ReactNode }) {
  const me = useMe();
  const errorText = useErrorText();
  if (me.isPending) return <Spinner />;
  if (me.data === undefined) {
    return (
      <Alone>
        <LoadFailure sentence={errorText(me.error)} onRetry={() => me.refetch()} />
      </Alone>
    );
  }
  return me.data.roles.length > 0 ? <WithRole me={me.data}>{children}</WithRole> : <NotForYou />;
}

/** What the server refuses takes effect with the next request, even if this page still assumes the role. */
function WithRole({ me, children }: { me: Me; children: ReactNode }) {
  useT('security');
  const { error } = useWaiting();
  const refusal = error instanceof ApiError ? error.code : null;
  if (refusal === 'second_factor_required') return <RightsRest me={me} />;
  if (refusal === 'forbidden') return <NotForYou />;
  return (
    <>
      <div className={styles.grace}>
        <GraceBanner me={me} />
      </div>
      {children}
    </>
  );
}

function NotForYou() {
  const t = useT('moderation');
  return (
    <Alone>
      <Empty title={t('moderation.login_text')}>
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </Empty>
    </Alone>
  );
}

function Alone({ children }: { children: ReactNode }) {
  const t = useT('moderation');
  return (
    <>
      <h1 className="hide">{t('moderation.title')}</h1>
      {children}
    </>
  );
}
