import { Suspense, useEffect, useId, useRef } from 'react';
import { LANGUAGE_TAGS, lengthUnit } from '#core/languages.ts';
import { Prose } from '#features/chapters/web/prose.tsx';
import { ReportButton } from '#features/moderation/web/report-button.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { later } from '#web/ui/later.tsx';
import { Meta } from '#web/ui/meta.tsx';
import styles from './ballot.module.css';
import type { PaneProps } from './pane-props.ts';
import type { BallotRow } from './rows.ts';

const EntryVote = later(() => import('./entry-vote.tsx').then((m) => m.EntryVote));

interface Props extends PaneProps {
  className?: string | undefined;
  /** When comparing: switches to the other entry, on screens with room for only one. */
  toOther?: (() => void) | null;
  otherRow?: BallotRow | null;
}

/** An entry with its letter, its text and, for members, the vote. */
export function EntrySheet({ className, toOther = null, otherRow = null, ...props }: Props) {
  const { entry, rows, viewer, isOver, onSeen } = props;
  const t = useT('ballot');
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const row = rows.find(({ id }) => id === entry.id) ?? null;
  useFocusWhenOpened(heading, entry.id);
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      onSeen(entry.id);
    });
    observer.observe(body.current!);
    return () => observer.disconnect();
  }, [entry.id, onSeen]);
  const isOwn = viewer?.entry?.id === entry.id;
  return (
    <section className={classNames(styles.entry, className)} aria-labelledby={headingId}>
      <header>
        <div className={styles.which}>
          {row && (
            <span className={styles.letter} aria-hidden="true">
              <span>{row.letter}</span>
            </span>
          )}
          <Meta>
            {row && <span className={styles.named}>{t('ballot.entry', { letter: row.letter })}</span>}
            <span>{t('common.units', { count: entry.units, unit: lengthUnit(entry.language) })}</span>
          </Meta>
        </div>
        <h2 id={headingId} ref={heading} tabIndex={-1} lang={LANGUAGE_TAGS[entry.language]}>
          {entry.title}
        </h2>
      </header>
      <div ref={body}>
        <Prose document={entry.content} language={entry.language} />
      </div>
      {!isOwn && <ReportButton kind="submission" targetId={entry.id} />}
      {viewer && !row && <p className={styles.note}>{isOwn ? t('ballot.own_shown') : t('ballot.left')}</p>}
      <Suspense>{viewer && row && !isOver && <EntryVote {...props} viewer={viewer} row={row} />}</Suspense>
      {toOther && otherRow && (
        <Button className={classNames(styles.toOther, 'no-print')} onClick={toOther}>
          {t('ballot.switch_to', { letter: otherRow.letter })}
        </Button>
      )}
    </section>
  );
}

/** Moves the focus to the title when the reader opens another entry on this page. */
function useFocusWhenOpened(heading: { current: HTMLElement | null }, entryId: string): void {
  const shown = useRef(entryId);
  useEffect(() => {
    if (shown.current === entryId) return;
    shown.current = entryId;
    heading.current?.focus({ preventScroll: true });
  }, [heading, entryId]);
}
