import { type ReactNode, Suspense } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { Sentence, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Deadline } from '#web/ui/deadline.tsx';
import { later } from '#web/ui/later.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { RoundDetail } from '../contract.ts';
import { RoundLabel } from './round-label.tsx';
import styles from './round-status-page.module.css';
import { useLookAgain, usePast } from './use-past.ts';

const LiveRound = later(() => import('./live-round.tsx').then((m) => m.LiveRound));
const OwnEntryLink = later(() => import('./own-entry-link.tsx').then((m) => m.OwnEntryLink));

/** How often the page is refetched while the next step is due, and while it waits for reviews. */
const SOON = 5 * SECOND;
const LATER = MINUTE;

/** A round that has nothing to read yet: its state, and links. Turns into the ballot or the result by itself. */
export function RoundStatusPage({ round }: { round: RoundDetail }) {
  const t = useT('ballot');
  const language = useLanguage();
  const signedIn = useSignedIn();
  const { status, closed } = round;
  const isDue = usePast(status === 'scheduled' ? round.startsAt : closed ? null : round.writingEndsAt);
  useLookAgain(status === 'completed' || isDue ? SOON : closed ? LATER : null);
  const { title, text } = useWords(round);
  return (
    <main
      id="main"
      className={classNames('wrap', styles.round)}
      lang={LANGUAGE_TAGS[language]}
      data-hydrate=""
      aria-live="polite"
    >
      <Meta>
        <RoundLabel number={round.number} />
      </Meta>
      <h1>{title}</h1>
      <p>{text}</p>
      {status === 'writing' && <p className="soft">{t('ballot.submitted', { count: round.entryCount })}</p>}
      <div className={styles.actions}>
        <ButtonLink to={to.story({ storyId: round.storyId })}>{t('ballot.to_story')}</ButtonLink>
        <Suspense>{signedIn && status === 'writing' && <OwnEntryLink round={round} />}</Suspense>
      </div>
      <Suspense>{signedIn && <LiveRound storyId={round.storyId} />}</Suspense>
    </main>
  );
}

function useWords(round: RoundDetail): { title: string; text: ReactNode } {
  const t = useT('ballot');
  const { status, closed, startsAt, writingEndsAt, minParticipants, participantCount } = round;
  if (status === 'completed') return { title: t('ballot.counting_title'), text: t('ballot.counting_text') };
  if (closed) return { title: t('ballot.review_title'), text: t('ballot.review_text') };
  if (status === 'writing') {
    return {
      title: t('ballot.writing_title'),
      text: (
        <Sentence
          id="ballot.writing_until"
          wraps={{ moment: () => <Deadline at={writingEndsAt!} /> }}
          parts={['ballot']}
        />
      ),
    };
  }
  return {
    title: t('ballot.scheduled_title'),
    text: startsAt ? (
      <Sentence id="ballot.scheduled_at" wraps={{ moment: () => <Deadline at={startsAt} /> }} parts={['ballot']} />
    ) : (
      t('ballot.scheduled_when', { needed: minParticipants, count: participantCount })
    ),
  };
}
