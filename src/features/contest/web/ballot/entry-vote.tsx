import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { ApiError, call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Deadline } from '#web/ui/deadline.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { contestApi, type RoundViewerState } from '../../contract.ts';
import { roundKey } from '../use-round-viewer.ts';
import styles from './ballot.module.css';
import type { PaneProps } from './pane-props.ts';
import { type BallotRow, unopenedEntriesOf } from './rows.ts';
import { hasNoVote } from './why-no-vote.tsx';

interface Props extends PaneProps {
  viewer: RoundViewerState;
  row: BallotRow;
}

/** The vote for one entry: cast it, move it here, or cancel it. There is no confirmation, because it can be undone. */
export function EntryVote(props: Props) {
  return (
    <QueryProvider>
      <Vote {...props} />
    </QueryProvider>
  );
}

function Vote({ round, entry, rows, row, viewer, onOver, onSaid }: Props) {
  const t = useT('ballot');
  const { isBusy, failure, change } = useVote({ round, onOver });
  const box = useRef<HTMLDivElement>(null);
  const untilId = useId();
  const [withdrawnId, setWithdrawnId] = useState<string | null>(null);
  const voted = rows.find(({ id }) => id === viewer.vote);
  const isHere = viewer.vote === row.id;
  const isMissing = unopenedEntriesOf(rows, viewer.needed).rows.length > 0;
  const act = async (to: string | null) => {
    if (!(await change(to))) return;
    setWithdrawnId(to === null ? row.id : null);
    onSaid(to === null ? t('ballot.said_withdrawn') : t('ballot.said_voted', { letter: row.letter }));
    // The pressed button has been removed.
    box.current?.focus({ preventScroll: true });
  };
  // The entry opened last may not be saved yet. The vote waits for it.
  const [isWaiting, setWaiting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the member can vote
  useEffect(() => {
    if (!isWaiting || !viewer.can.vote) return;
    setWaiting(false);
    void act(row.id);
  }, [isWaiting, viewer.can.vote]);
  if (hasNoVote(viewer)) return null;
  return (
    <div className={classNames(styles.vote, 'no-print')} ref={box} tabIndex={-1}>
      {viewer.vote === null && withdrawnId === row.id && <Banner kind="ok">{t('ballot.said_withdrawn')}</Banner>}
      {isHere ? (
        <Banner
          kind="ok"
          action={
            <TextButton aria-disabled={isBusy || undefined} onClick={() => !isBusy && void act(null)}>
              {t('ballot.withdraw')}
            </TextButton>
          }
        >
          <Sentence
            id="ballot.voted"
            params={{ letter: row.letter }}
            wraps={{ entry: () => <span lang={LANGUAGE_TAGS[entry.language]}>{entry.title}</span> }}
            parts={['ballot']}
          />
        </Banner>
      ) : isMissing ? (
        <Button aria-disabled="true" aria-describedby="why" onClick={() => document.getElementById('why')?.focus()}>
          {t('ballot.vote_for', { letter: row.letter })}
        </Button>
      ) : (
        <Button
          kind={voted ? 'plain' : 'primary'}
          busy={isBusy || isWaiting}
          aria-describedby={untilId}
          onClick={() => (viewer.can.vote ? void act(row.id) : setWaiting(true))}
        >
          {voted
            ? t('ballot.move_vote', { from: voted.letter, to: row.letter })
            : t('ballot.vote_for', { letter: row.letter })}
        </Button>
      )}
      {(isHere || !isMissing) && (
        <p className="small soft" id={untilId}>
          <Sentence
            id={isHere ? 'ballot.voted_until' : 'ballot.change_until'}
            wraps={{ moment: () => <Deadline at={round.votingEndsAt!} /> }}
            parts={['ballot']}
          />
        </p>
      )}
      {failure && <Banner kind="danger">{failure}</Banner>}
    </div>
  );
}

/** Votes for an entry, or cancels the vote (null). If it fails, an error is shown and the button stays. */
function useVote({ round, onOver }: Pick<PaneProps, 'round' | 'onOver'>) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const queryKey = roundKey(round);
  const change = async (vote: string | null): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      if (vote === null) await call(contestApi.cancelVote, { roundId: round.id });
      else await call(contestApi.castVote, { roundId: round.id, submissionId: vote });
      client.setQueryData<RoundViewerState>(queryKey, (viewer) => viewer && { ...viewer, vote });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'voting_closed') onOver();
      else setFailure(errorText(error));
      return false;
    } finally {
      setBusy(false);
      // Also after an error, because the ballot may have changed.
      void client.invalidateQueries({ queryKey });
    }
  };
  return { isBusy, failure, change };
}
