import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useLiveTopic } from '#web/api/use-live-topic.ts';
import { refresh } from '#web/navigation/refresh.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { type BallotItem, contestApi, type RoundViewerState } from '../../contract.ts';
import { type RoundRef, roundKey, useRoundViewer } from '../use-round-viewer.ts';
import styles from './ballot.module.css';
import { forgetOpened } from './opened-here.ts';

/** Maximum number of entries in one call. */
const AT_ONCE = 50;

interface Props {
  round: RoundRef;
  /** The ballot items that the page shows. */
  ballotItems: readonly BallotItem[];
  /** Opened in this browser, and maybe not saved to the account yet. */
  here: readonly string[];
  onViewer: (viewer: RoundViewerState | null) => void;
  /** The letters on the page won’t change any more. */
  onSettled: () => void;
  onKept: () => void;
  onOver: () => void;
}

/** Loads the member’s state in the round, and saves to the account what they have opened. */
export function MemberBallot(props: Props) {
  return (
    <QueryProvider>
      <Ask {...props} />
    </QueryProvider>
  );
}

function Ask({ round, ballotItems, here, onViewer, onSettled, onKept, onOver }: Props) {
  const errorText = useErrorText();
  const { data: viewer, error, isError, refetch } = useRoundViewer(round);
  useEffect(() => {
    // After voting there is no ballot any more. The page keeps the one that it shows.
    if (viewer?.refusal === 'voting_closed') onOver();
    else if (viewer) onViewer(viewer);
    if (viewer || isError) onSettled();
  }, [viewer, isError, onViewer, onSettled, onOver]);
  useEffect(() => () => onViewer(null), [onViewer]);
  // An entry may have joined or left the ballot, or the round may be over.
  useLiveTopic(`story:${round.storyId}`, refetch);
  useWhatJoined(viewer, ballotItems);
  const { failure, retry } = useTellOpened({ round, viewer, here, onKept, onOver });
  if (isError && !viewer) return <Failure sentence={errorText(error)} onRetry={() => void refetch()} />;
  return failure === null ? null : <Failure sentence={errorText(failure)} onRetry={retry} />;
}

function Failure(props: { sentence: string; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <LoadFailure {...props} />
    </div>
  );
}

/** An entry that was approved during voting joins the ballot. Refreshes the page once to show it. */
function useWhatJoined(viewer: RoundViewerState | undefined, ballotItems: readonly BallotItem[]): void {
  const joined =
    viewer?.ballot.filter(({ id }) => !ballotItems.some((item) => item.id === id)).map(({ id }) => id) ?? [];
  const news = joined.join();
  useEffect(() => {
    if (news !== '') void refresh();
  }, [news]);
}

/** Saves to the account what was opened in this browser, including what was opened before logging in. */
function useTellOpened({
  round,
  viewer,
  here,
  onKept,
  onOver,
}: Pick<Props, 'round' | 'here' | 'onKept' | 'onOver'> & { viewer: RoundViewerState | undefined }) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const news = here
    .filter((id) => viewer?.ballot.some((item) => item.id === id) && !viewer.opened.includes(id))
    .slice(0, AT_ONCE)
    .join();
  const isKnown = viewer !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change, and once for every retry
  useEffect(() => {
    if (news === '') {
      // The account knows these already, or has no use for them, such as the member’s own entry.
      if (isKnown && here.length > 0) {
        forgetOpened(round.id, here);
        onKept();
      }
      return;
    }
    const submissionIds = news.split(',');
    setFailure(null);
    call(contestApi.markOpened, { roundId: round.id, submissionIds }).then(
      async () => {
        forgetOpened(round.id, submissionIds);
        await client.invalidateQueries({ queryKey: roundKey(round) });
        onKept();
      },
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'voting_closed') onOver();
        else setFailure(error);
      },
    );
  }, [news, isKnown, here, tries]);
  return { failure, retry: () => setTries((count) => count + 1) };
}
