import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { to } from '#core/pages.ts';
import { AskLogin } from '#features/accounts/web/ask-login.tsx';
import { loadMe } from '#features/accounts/web/me.ts';
import { ApiError } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useSeen } from '#web/api/use-seen.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './editor-page.module.css';

interface Props<Data> {
  /** Query key of the editor’s data. */
  name: readonly unknown[];
  open: () => Promise<Data>;
  /** Visitors can go back to it. */
  storyId: string;
  /** Texts of the login prompt, if it isn’t about writing. */
  ask?: { title: string; text: string };
  /** What visitors want to do here, as `kind:id`. */
  wish?: string | undefined;
  /** Shown to visitors around the request to log in, or instead of it. */
  visitors?: (ask: ReactNode) => ReactNode;
  /** `isAgain` is true if the editor was reopened on the same page. */
  children: (opened: { editorData: Data; memberId: string; isAgain: boolean; onReopen: () => void }) => ReactNode;
}

/** Opens an editor for a member. Its data is fetched each time the editor is opened. */
export function EditorGate<Data>(props: Props<Data>) {
  return (
    <QueryProvider>
      <Gate {...props} />
    </QueryProvider>
  );
}

function Gate<Data>({ name, open, storyId, ask, wish, visitors = (asked) => asked, children }: Props<Data>) {
  const t = useT('chapters');
  const signedIn = useSignedIn();
  // Members often log in by an emailed link, in a new window. The one in the background must not open the text as well.
  const seen = useSeen();
  const [opened, setOpened] = useState<{ editorData: Data; memberId: string } | null>(null);
  // Counts how often the editor was opened. Each time, its data is fetched and its tree is rebuilt.
  const [visit, setVisit] = useState(0);
  // An open editor stays open even if the session ends, because the author may be in the middle of a sentence.
  const { data, error, refetch } = useQuery({
    queryKey: [...name, visit],
    queryFn: async () => {
      const [editorData, member] = await Promise.all([open(), loadMe()]);
      return { editorData, memberId: member.id };
    },
    enabled: opened === null && signedIn && seen,
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
        visitors(
          <AskLogin
            title={ask?.title ?? t('chapters.page_title')}
            text={ask?.text ?? t('chapters.login_text')}
            reason="write"
            wish={wish}
          >
            <ButtonLink to={to.story({ storyId })}>{t('chapters.back_to_story')}</ButtonLink>
          </AskLogin>,
        )
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
      <div className={styles.actions}>
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
