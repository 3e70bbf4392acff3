import type { ReactNode } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { EditorTopBar } from '#features/chapters/web/editor-page/editor-top-bar.tsx';
import { Prose } from '#features/chapters/web/prose.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useMoment } from '#web/ui/clock-time.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import type { EntryEditorData, SubmissionView } from '../../contract.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { RoundLink } from './round-link.tsx';

interface Props {
  editorData: EntryEditorData;
  submission: SubmissionView;
  logo: ReactNode;
}

/** The outcome after writing has ended, with the text, which can no longer be changed. */
export function EntryOutcome({ editorData: { round, story }, submission, logo }: Props) {
  const t = useT('submission', 'chapters');
  const moment = useMoment();
  const { draft, submittedAt, version, votes, rejectionReason } = submission;
  const chapter = round.result?.winner?.chapter;
  const outcome = outcomeOf(round, submission);
  const texts: Record<Outcome, [title: string, text: string]> = {
    unsent: [t('submission.unsent'), t('submission.unsent_text')],
    out: [t('submission.was_out'), t('submission.was_out_text')],
    in_review: [t('submission.over'), t('submission.in_review_text')],
    waits: [t('submission.over'), t('submission.waits_text')],
    on_ballot: [t('submission.on_ballot'), t('submission.on_ballot_text')],
    late: [t('submission.late'), t('submission.late_text')],
    counting: [t('submission.lost', { round: round.number }), t('submission.counting_text')],
    won: [t('submission.won', { round: round.number }), t('submission.won_text', { count: votes ?? 0 })],
    lost: [t('submission.lost', { round: round.number }), t('submission.lost_text', { count: votes ?? 0 })],
    too_late: [t('submission.too_late'), t('submission.too_late_text')],
  };
  const [title, text] = texts[outcome];
  const isShort = version !== null && draft.version !== version && outcome !== 'won';
  return (
    <>
      <EditorTopBar story={story} logo={logo} />
      <main id="main" className={classNames(editorPage.page, editorPage.flow)}>
        <p className="soft">
          {t('submission.round', { round: round.number })}
          {round.status === 'voting' && round.votingEndsAt && (
            <>
              {' · '}
              <TimeLeft until={round.votingEndsAt} />
            </>
          )}
        </p>
        <h1>{title}</h1>
        <p className={editorPage.lead} role="status">
          {text}
        </p>
        {outcome === 'out' && rejectionReason && (
          <Banner kind="danger">{t('submission.out_reason_only', { reason: rejectionReason })}</Banner>
        )}
        {isShort && submittedAt && <Banner>{t('submission.newer_stayed', { time: moment(submittedAt) })}</Banner>}
        <div className={editorPage.actions}>
          {outcome === 'won' && chapter && (
            <ButtonLink kind="primary" to={to.chapter({ storyId: story.id, chapterId: chapter.id })}>
              {t('submission.read_chapter', { number: chapter.number })}
            </ButtonLink>
          )}
          <RoundLink round={round} />
          <ButtonLink kind="bare" to={to.story({ storyId: story.id })}>
            {t('chapters.back_to_story')}
          </ButtonLink>
        </div>
        <h2 lang={draft.title ? LANGUAGE_TAGS[story.language] : undefined}>
          {draft.title || t('submission.untitled')}
        </h2>
        <Prose document={draft.content} language={story.language} />
      </main>
    </>
  );
}
