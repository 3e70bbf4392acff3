import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useLogin } from '#features/accounts/web/login-context.tsx';
import { ModeLabel } from '#features/stories/web/mode.tsx';
import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { ApiError, call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { refreshToken } from '#web/api/session.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { useHref } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Invitation, invitationLinkApi } from '../contract-invitation-links.ts';
import type { InvitationLinkState } from '../model/invitation-link.ts';
import styles from './invitation-page.module.css';

/** What an invitation link invites to. Opening it or signing up is not enough to join: that takes a press. */
export function InvitationPage({ token }: { token: string }) {
  return (
    <QueryProvider>
      <Opened token={token} />
    </QueryProvider>
  );
}

const ENDED = {
  used: 'participation.link_used',
  expired: 'participation.link_expired',
  withdrawn: 'participation.link_taken_back',
  closed: 'participation.link_closed',
  full: 'participation.link_full',
} as const satisfies Record<Exclude<InvitationLinkState, 'open'>, string>;

/** Errors of links that don’t exist. All other errors can be temporary. */
const INVALID: ReadonlySet<string> = new Set(['invitation_link_invalid', 'invalid_input']);

function Opened({ token }: { token: string }) {
  const t = useT('participation', 'errors');
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(invitationLinkApi.see, { token }),
    staleTime: 0,
  });
  if (error instanceof ApiError && INVALID.has(error.code))
    return (
      <Ended title={t('participation.link_wrong')}>
        <p className="soft">{t('participation.link_wrong_text')}</p>
      </Ended>
    );
  if (error) return <LoadFailure sentence={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return <Shown token={token} invitation={data} onChanged={() => void refetch()} />;
}

function Ended({ title, story, children }: { title: string; story?: Invitation['story']; children?: ReactNode }) {
  const t = useT('participation');
  return (
    <>
      <h1 className="hide">{t('participation.invitation')}</h1>
      <Empty title={title}>
        {children}
        {story ? (
          <ButtonLink kind="primary" to={to.story({ storyId: story.id })}>
            {t('participation.see_story')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
        )}
      </Empty>
    </>
  );
}

function Shown({ token, invitation, onChanged }: { token: string; invitation: Invitation; onChanged: () => void }) {
  const t = useT('participation');
  const signedIn = useSignedIn();
  const { state, story, expiresAt } = invitation;
  if (state !== 'open' || !story)
    return <Ended title={t(state === 'open' ? ENDED.closed : ENDED[state])} story={story} />;
  return (
    <article className={styles.page}>
      <Cover src={story.coverUrl} eager className={styles.cover} />
      <div className={styles.body}>
        <h1 lang={LANGUAGE_TAGS[story.titleLanguage]}>{story.title}</h1>
        <p>
          <Sentence
            id="participation.invites_you"
            wraps={{
              name: () => <MemberLink slug={story.creator.slug}>{story.creator.username}</MemberLink>,
              day: () => <Time at={expiresAt} kind="long" />,
            }}
            parts={['participation']}
          />
        </p>
        <Meta>
          <ModeLabel mode={story.mode} />
          <span>{t('common.chapters_short', { count: story.chapterCount })}</span>
        </Meta>
        <p className={styles.about} lang={LANGUAGE_TAGS[story.titleLanguage]}>
          {story.description}
        </p>
        {signedIn ? (
          <MemberAccept token={token} storyId={story.id} onChanged={onChanged} />
        ) : (
          <Accept token={token} storyId={story.id} onChanged={onChanged} />
        )}
      </div>
    </article>
  );
}

interface AcceptProps {
  token: string;
  storyId: string;
  onChanged: () => void;
}

/** For members, who may write in the story already. */
function MemberAccept(props: AcceptProps) {
  const t = useT('participation');
  const { data } = useStoryViewer(props.storyId);
  if (!data?.membership.isParticipant) return <Accept {...props} />;
  return (
    <>
      <p>{data.can.invite ? t('participation.link_own') : t('participation.link_in')}</p>
      <div className={styles.acts}>
        <ButtonLink kind="primary" to={to.story({ storyId: props.storyId })}>
          {t('participation.see_story')}
        </ButtonLink>
      </div>
    </>
  );
}

function Accept({ token, storyId, onChanged }: AcceptProps) {
  const t = useT('participation');
  const errorText = useErrorText();
  const openLogin = useLogin();
  const href = useHref();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const accept = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await call(invitationLinkApi.accept, { token });
      leaveFor(href(to.story({ storyId })), { say: t('participation.joined'), replace: true });
    } catch (error) {
      setBusy(false);
      setFailure(errorText(error));
      // Another person may have used the link.
      onChanged();
    }
  };
  const press = () => {
    if (refreshToken() !== null) return void accept();
    toast(t('common.login_first'));
    openLogin({ reason: 'join', wish: `accept:${token}` });
  };
  return (
    <>
      {failure && <p role="alert">{failure}</p>}
      <div className={styles.acts}>
        <Button kind="primary" busy={busy} data-grants="accept" onClick={press}>
          {t('participation.accept')}
        </Button>
        <ButtonLink to={to.story({ storyId })}>{t('participation.see_story')}</ButtonLink>
      </div>
    </>
  );
}
