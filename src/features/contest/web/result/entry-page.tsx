import { LANGUAGE_TAGS, lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { Prose } from '#features/chapters/web/prose.tsx';
import { ReportButton } from '#features/moderation/web/report-button.tsx';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { RoundDetail } from '../../contract.ts';
import type { ShownEntry } from '../ballot/shown-entry.ts';
import { RoundLabel } from '../round-label.tsx';
import styles from './result.module.css';

/** The full text of an entry of a completed round, with its author and votes. */
export function EntryPage({ round, entry }: { round: RoundDetail; entry: ShownEntry }) {
  const t = useT('ballot');
  const lang = LANGUAGE_TAGS[useLanguage()];
  const tag = LANGUAGE_TAGS[entry.language];
  const winner = round.result?.winner;
  const { author, votes } = entry;
  return (
    <main id="main" className={classNames('wrap', styles.entry)} lang={tag}>
      <header className={styles.entryHead} id="entry" lang={lang}>
        <Meta>
          <RoundLabel number={round.number} />
          <span>{t('common.units', { count: entry.units, unit: lengthUnit(entry.language) })}</span>
          {votes !== null && <span>{t('ballot.votes', { count: votes })}</span>}
        </Meta>
        <h1 lang={tag}>{entry.title}</h1>
        {author && (
          <p className={classNames(styles.by, 'soft')}>
            <Avatar name={author.username} src={author.avatar} size="tiny" colorIndex={author.number} />
            <MemberLink className="quiet" slug={author.slug}>
              {author.username}
            </MemberLink>
          </p>
        )}
      </header>
      <Prose document={entry.content} language={entry.language} />
      <nav
        className={classNames(styles.actions, 'no-print')}
        aria-label={t('ballot.result_title', { number: round.number })}
        lang={lang}
      >
        <ButtonLink to={to.voting({ roundId: round.id })}>{t('ballot.back_to_result')}</ButtonLink>
        {winner?.submissionId === entry.id && (
          <ButtonLink to={to.chapter({ storyId: round.storyId, chapterId: winner.chapter.id })}>
            {t('ballot.read_chapter', { number: winner.chapter.number })}
          </ButtonLink>
        )}
        <ReportButton kind="submission" targetId={entry.id} />
      </nav>
    </main>
  );
}
