import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountApi, type OwnSession } from '#features/accounts/contract.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import settingList from '#web/ui/setting-list.module.css';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './account-settings.module.css';

const SESSIONS = ['account', 'sessions'] as const;

/** The member’s sessions, which can be ended. The current one has no button, so that it can’t be ended by mistake. */
export function SignedInOn() {
  const t = useT('account');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: SESSIONS,
    queryFn: () => call(accountApi.sessions, {}),
  });
  const [ending, setEnding] = useState<string | 'others' | null>(null);

  const end = async (what: string | 'others') => {
    setEnding(what);
    try {
      if (what === 'others') await call(accountApi.endOtherSessions, {});
      else await call(accountApi.endSession, { sessionId: what });
      toast(t(what === 'others' ? 'account.others_ended' : 'account.session_ended'));
    } catch (error) {
      toast(errorText(error));
    }
    await queryClient.invalidateQueries({ queryKey: SESSIONS });
    setEnding(null);
  };

  return (
    <Section title={t('account.sessions')}>
      {!data &&
        (isError ? (
          <LoadFailure sentence={t('account.sessions_failed')} onRetry={() => void refetch()} />
        ) : (
          <Spinner />
        ))}
      {data && (
        <div className={styles.stack}>
          <ul className={settingList.settings}>
            {data.map((session) => (
              <Row key={session.id} session={session} busy={ending === session.id} onEnd={() => void end(session.id)} />
            ))}
          </ul>
          {data.some(({ isThis }) => !isThis) && (
            <div>
              <Button busy={ending === 'others'} onClick={() => void end('others')}>
                {t('account.end_others')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Section>
  );
}

function useDeviceName(): (session: OwnSession) => string {
  const t = useT('account');
  return ({ browser, system }) =>
    browser && system ? t('account.device', { browser, system }) : (browser ?? system ?? t('account.unknown_device'));
}

function Row({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const t = useT('account');
  const device = useDeviceName()(session);
  return (
    <li>
      <div>
        <b>{session.isThis ? t('account.this_session') : device}</b>
        <Meta>
          {session.isThis ? (
            <span>{device}</span>
          ) : (
            <span>
              {t('account.session_used')} <Time at={session.usedAt} kind="relative" />
            </span>
          )}
          <span>
            {t('account.session_begun')} <Time at={session.begunAt} kind="long" />
          </span>
        </Meta>
      </div>
      {session.isThis ? (
        <span className="small soft">{t('account.in_use')}</span>
      ) : (
        <Button small busy={busy} onClick={onEnd} aria-label={t('account.end_session_of', { device })}>
          {t('account.end_session')}
        </Button>
      )}
    </li>
  );
}
