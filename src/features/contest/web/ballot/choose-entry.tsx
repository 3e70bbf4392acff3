import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import type { RoundDetail, RoundViewerState } from '../../contract.ts';
import { entryPath } from '../paths.ts';
import styles from './ballot.module.css';
import { type BallotRow, firstToRead, unopenedEntriesOf } from './rows.ts';
import { VotingPanel } from './voting-panel.tsx';
import { hasNoVote } from './why-no-vote.tsx';

interface Props {
  round: RoundDetail;
  rows: readonly BallotRow[];
  viewer: RoundViewerState | null;
  isOver: boolean;
}

/**
 * In place of a text, until the reader chooses one. No entry opens by itself, because the page doesn’t know the reader’s
 * own order. The button opens the first entry of that order.
 */
export function ChooseEntry({ round, rows, viewer, isOver }: Props) {
  const t = useT('ballot');
  const signedIn = useSignedIn();
  const next = firstToRead(rows);
  // Until a member’s own order is known, the first entry would be the same one for everyone.
  const isOrdered = viewer !== null || !signedIn;
  // The panel below already names the entries that are still needed.
  const isAsked = viewer !== null && !hasNoVote(viewer) && unopenedEntriesOf(rows, viewer.needed).rows.length > 0;
  return (
    <section className={styles.pane} id="entry" aria-label={t('ballot.reading_pane')}>
      {next ? (
        <Empty title={t('ballot.choose')}>
          <p className="soft">{t('ballot.choose_text')}</p>
          {!isOver && isOrdered && !isAsked && (
            <p className={styles.first}>
              <ButtonLink kind="primary" to={entryPath(round.id, next.id)}>
                {t('ballot.open_entry', { letter: next.letter })}
              </ButtonLink>
            </p>
          )}
        </Empty>
      ) : (
        <p>{t('ballot.none')}</p>
      )}
      <VotingPanel round={round} rows={rows} viewer={viewer} isOver={isOver} />
    </section>
  );
}
