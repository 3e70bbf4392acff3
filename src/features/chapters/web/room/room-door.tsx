import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { accountApi } from '#features/accounts/contract.ts';
import { AskLogin } from '#features/accounts/web/ask-login.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useSignedIn } from '#web/api/session.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './room.module.css';

interface Props<Desk> {
  /** By what this room goes among what was fetched. */
  name: readonly unknown[];
  open: () => Promise<Desk>;
  /** What a visitor is asked to log in for, where that is not writing. */
  ask?: { title: string; text: string };
  /** `isAgain` when it was opened anew on the same page. */
  children: (opened: { desk: Desk; memberId: string; isAgain: boolean; onReopen: () => void }) => ReactNode;
}

/** Opens a room for a member: what it needs is fetched once, and anew whenever it is opened again. */
export function RoomDoor<Desk>(props: Props<Desk>) {
  return (
    <QueryProvider>
      <Door {...props} />
    </QueryProvider>
  );
}

function Door<Desk>({ name, open, ask, children }: Props<Desk>) {
  const t = useT('chapters');
  const signedIn = useSignedIn();
  const [opened, setOpened] = useState<{ desk: Desk; memberId: string } | null>(null);
  // Counts how often the room was opened: each time it is fetched, and built, anew.
  const [visit, setVisit] = useState(0);
  // Once the room is open it stays open, whatever becomes of the session: somebody may be in the middle of a sentence.
  const { data, error, refetch } = useQuery({
    queryKey: [...name, visit],
    queryFn: async () => {
      const [desk, member] = await Promise.all([open(), call(accountApi.info, {})]);
      return { desk, memberId: member.id };
    },
    enabled: opened === null && signedIn,
    gcTime: 0,
    staleTime: 0,
  });
  if (opened === null && data) setOpened(data);
  if (opened) {
    const onReopen = () => {
      setOpened(null);
      setVisit(visit + 1);
    };
    return children({ ...opened, isAgain: visit > 0, onReopen });
  }
  return (
    <main id="main" className="wrap">
      {!signedIn ? (
        <AskLogin
          title={ask?.title ?? t('chapters.page_title')}
          text={ask?.text ?? t('chapters.login_text')}
          wish="write"
        />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </main>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT('chapters');
  const errorText = useErrorText();
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <div className={styles.state} role="alert">
      <h1>{isMissing ? t('common.not_found_title') : t('chapters.load_failed')}</h1>
      <p className="soft">{errorText(error)}</p>
      <div className={styles.acts}>
        {!isMissing && (
          <Button kind="primary" onClick={onRetry}>
            {t('chapters.try_again')}
          </Button>
        )}
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
    </div>
  );
}
