import { Suspense, useCallback, useEffect, useState } from 'react';
import { countdown } from '#core/countdown.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { MINUTE } from '#core/time.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { Sentence, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Deadline } from '#web/ui/deadline.tsx';
import { later } from '#web/ui/later.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { useNow } from '#web/ui/time-left.tsx';
import type { BallotItem, RoundDetail, RoundViewerState } from '../../contract.ts';
import { RoundLabel } from '../round-label.tsx';
import { usePast } from '../use-past.ts';
import styles from './ballot.module.css';
import { BallotList } from './ballot-list.tsx';
import { ChooseEntry } from './choose-entry.tsx';
import { keepOpened, openedHere } from './opened-here.ts';
import { Pane } from './pane.tsx';
import { ballotRowsOf } from './rows.ts';
import type { ShownEntry } from './shown-entry.ts';
import { hasNoVote, WhyNoVote } from './why-no-vote.tsx';

const MemberBallot = later(() => import('./member-ballot.tsx').then((m) => m.MemberBallot));
const EndOfVote = later(() => import('./end-of-vote.tsx').then((m) => m.EndOfVote));

/** This close to the end, every minute is announced. */
const LAST_MINUTES = 5 * MINUTE;

interface Props {
  round: RoundDetail;
  /** In the order for visitors who aren’t logged in. */
  ballotItems: readonly BallotItem[];
  /** The entry being read. Null until the reader has chosen one. */
  entry: ShownEntry | null;
}

/**
 * The entries of a round, to read and to vote for (spec §2). The page is the same for everyone. A member’s own order,
 * letters and vote are added once they are known, and the shown text keeps its position.
 */
export function BallotPage({ round, ballotItems, entry }: Props) {
  const t = useT('ballot');
  const language = useLanguage();
  const signedIn = useSignedIn();
  const [viewer, setViewer] = useState<RoundViewerState | null>(null);
  const [isSettled, setSettled] = useState(false);
  const [here, setHere] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const [said, setSaid] = useState('');
  const isTimeUp = usePast(round.votingEndsAt);
  useEffect(() => setHere(openedHere(round.id)), [round.id]);
  const onSeen = useCallback(
    (id: string) => {
      keepOpened(round.id, id);
      setHere(openedHere(round.id));
    },
    [round.id],
  );
  const onKept = useCallback(() => setHere(openedHere(round.id)), [round.id]);
  const onOver = useCallback(() => setOver(true), []);
  const onSettled = useCallback(() => setSettled(true), []);
  const rows = ballotRowsOf(ballotItems, viewer, here);
  return (
    <main
      id="main"
      className={classNames('wrap', styles.ballot, !isSettled && styles.unsettled)}
      lang={LANGUAGE_TAGS[language]}
      data-hydrate=""
    >
      <header className={styles.head}>
        <Meta>
          <RoundLabel number={round.number} />
          {round.votingEndsAt && (
            <span>
              <Sentence
                id="ballot.voting_ends"
                wraps={{ moment: () => <Deadline at={round.votingEndsAt!} /> }}
                parts={['ballot']}
              />
            </span>
          )}
          {round.votingEndsAt && <Left until={round.votingEndsAt} isUp={isTimeUp} />}
        </Meta>
        <h1>{t('ballot.title')}</h1>
        <p className="soft for-visitors">{t('ballot.rules_visitor')}</p>
        <p className="soft for-members">
          {viewer && hasNoVote(viewer) ? (
            <Suspense fallback={t('ballot.rules')}>
              <WhyNoVote round={round} viewer={viewer} />
            </Suspense>
          ) : (
            t('ballot.rules')
          )}
        </p>
      </header>
      <BallotList round={round} rows={rows} ballotItems={ballotItems} shownId={entry?.id ?? null} viewer={viewer} />
      {entry ? (
        <Pane
          round={round}
          entry={entry}
          rows={rows}
          viewer={viewer}
          isOver={isOver}
          onSeen={onSeen}
          onOver={onOver}
          onSaid={setSaid}
        />
      ) : (
        <ChooseEntry round={round} rows={rows} viewer={viewer} isOver={isOver} />
      )}
      <p className="hide" role="status">
        {said}
      </p>
      <Suspense>
        {signedIn && (
          <MemberBallot
            round={round}
            ballotItems={ballotItems}
            here={here}
            onViewer={setViewer}
            onSettled={onSettled}
            onKept={onKept}
            onOver={onOver}
          />
        )}
      </Suspense>
      <Suspense>{isTimeUp && !isOver && <EndOfVote roundId={round.id} onOver={onOver} />}</Suspense>
    </main>
  );
}

/** Time left until voting ends. Reserves its space, since the page is cached for longer than a minute. */
function Left({ until, isUp }: { until: string; isUp: boolean }) {
  const t = useT('times');
  const now = useNow();
  const left = now === null || isUp ? null : countdown(Date.parse(until) - now);
  if (now === null) {
    return (
      <span className={styles.unknown} aria-hidden="true">
        {t('times.left', { days: 2, hours: 22, minutes: 0 })}
      </span>
    );
  }
  const words = left ? t('times.left', left) : t('times.up');
  const isNear = Date.parse(until) - now <= LAST_MINUTES;
  return (
    <span>
      <time dateTime={until}>{words}</time>
      <span className="hide" role="status">
        {isNear && words}
      </span>
    </span>
  );
}
