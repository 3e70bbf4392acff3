import { useEffect, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { contestApi } from '../../contract.ts';
import styles from './ballot.module.css';
import { EntrySheet } from './entry-sheet.tsx';
import type { PaneProps } from './pane-props.ts';
import type { BallotRow } from './rows.ts';
import type { ShownEntry } from './shown-entry.ts';

interface Props extends PaneProps {
  id: string;
  toOther: () => void;
  otherRow: BallotRow | null;
}

/** The entry beside the one that the page shows. Its text is fetched on demand. */
export function SecondSheet({ id, ...props }: Props) {
  const errorText = useErrorText();
  const [entry, setEntry] = useState<ShownEntry | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: and once for every retry
  useEffect(() => {
    const gone = new AbortController();
    setError(null);
    call(contestApi.entry, { submissionId: id }, { signal: gone.signal }).then(setEntry, (failure: unknown) => {
      if (!gone.signal.aborted) setError(failure);
    });
    return () => gone.abort();
  }, [id, tries]);
  if (entry) return <EntrySheet {...props} entry={entry} className={styles.right} />;
  return (
    <div className={styles.right}>
      {error ? <LoadFailure sentence={errorText(error)} onRetry={() => setTries((count) => count + 1)} /> : <Spinner />}
    </div>
  );
}
