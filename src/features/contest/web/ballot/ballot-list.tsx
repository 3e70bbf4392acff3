import type { KeyboardEvent } from 'react';
import { LANGUAGE_TAGS, lengthUnit } from '#core/languages.ts';
import { Sentence, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import type { BallotItem, RoundDetail, RoundViewerState } from '../../contract.ts';
import { entryPath } from '../paths.ts';
import styles from './ballot.module.css';
import type { BallotRow } from './rows.ts';

interface Props {
  round: RoundDetail;
  rows: readonly BallotRow[];
  /** All entries, including the reader’s own. */
  ballotItems: readonly BallotItem[];
  shownId: string | null;
  viewer: RoundViewerState | null;
}

/** The list of entries, each a link to its text. Arrow keys move up and down in it. */
export function BallotList({ round, rows, ballotItems, shownId, viewer }: Props) {
  const t = useT('ballot');
  const language = useLanguage();
  // The page can’t know what was opened, because it is cached for everyone.
  const isKnown = useHydrated();
  const tag = LANGUAGE_TAGS[round.story.language];
  const opened = rows.filter((row) => row.isOpened).length;
  return (
    <section className={styles.ballotItems} aria-labelledby="entries">
      <div className={styles.bar}>
        <h2 id="entries">{t('ballot.entries', { count: rows.length })}</h2>
        {isKnown && <p className="small soft">{t('ballot.opened_count', { count: opened })}</p>}
      </div>
      <ol onKeyDown={stepInList}>
        {rows.map(({ id, letter, title, units, isOpened }) => {
          const isShown = id === shownId;
          return (
            <li key={id} className={classNames(isOpened && styles.isRead, isShown && styles.shown)}>
              <Link className={styles.item} to={entryPath(round.id, id)} aria-current={isShown || undefined}>
                <span className={styles.letter} aria-hidden="true">
                  <span>{letter}</span>
                </span>
                <div>
                  <span className={styles.name} lang={tag}>
                    <span className="hide" lang={LANGUAGE_TAGS[language]}>
                      {t('common.labelled', { name: t('ballot.entry', { letter }), value: '' })}
                    </span>
                    {title}
                  </span>
                  <Meta>
                    <span>{t('common.units', { count: units, unit: lengthUnit(round.story.language) })}</span>
                    {isKnown && (
                      <span>
                        {isShown ? t('ballot.reading') : isOpened ? t('ballot.read') : t('ballot.not_opened')}
                      </span>
                    )}
                    {viewer?.vote === id && (
                      <span>
                        <Badge kind="ok">{t('ballot.your_vote')}</Badge>
                      </span>
                    )}
                  </Meta>
                </div>
              </Link>
            </li>
          );
        })}
      </ol>
      {viewer?.entry && <OwnEntry round={round} entry={viewer.entry} ballotItems={ballotItems} />}
    </section>
  );
}

/** The reader’s own entry is named below the list. It has no letter, and can’t be voted for. */
function OwnEntry({
  round,
  entry,
  ballotItems,
}: {
  round: RoundDetail;
  entry: NonNullable<RoundViewerState['entry']>;
  ballotItems: readonly BallotItem[];
}) {
  const t = useT('ballot');
  const item = ballotItems.find(({ id }) => id === entry.id);
  if (item) {
    return (
      <p className={classNames(styles.own, 'small soft')}>
        <Sentence
          id="ballot.own_entry"
          wraps={{
            entry: () => (
              <Link to={entryPath(round.id, item.id)} lang={LANGUAGE_TAGS[round.story.language]}>
                {item.title}
              </Link>
            ),
          }}
          parts={['ballot']}
        />
      </p>
    );
  }
  return entry.status === 'pending' ? (
    <p className={classNames(styles.own, 'small soft')}>{t('ballot.own_waits')}</p>
  ) : null;
}

function stepInList(event: KeyboardEvent<HTMLOListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at + step];
  if (step === 0 || at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
