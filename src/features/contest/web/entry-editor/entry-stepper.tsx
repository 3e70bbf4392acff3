import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { useModeColor } from '#features/stories/web/mode.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { useDeadlineText } from '#web/ui/clock-time.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import type { RoundView, SubmissionView } from '../../contract.ts';
import { lastMoment } from '../round-phase.ts';

interface Props {
  round: RoundView;
  submission: SubmissionView | null;
  /** Number of the chapter that the winner becomes. */
  number: number;
  mode: WritingMode;
}

/** Until when entries can be submitted, as a line that unfolds to show the next steps. */
export function EntryWay({ round, submission, number, mode }: Props) {
  const t = useT('submission');
  const deadlineText = useDeadlineText();
  const color = useModeColor();
  const end = lastMoment(round);
  if (round.writingEndsAt === null || end === null) return null;
  const until = deadlineText(round.writingEndsAt);
  const stops = [
    { name: t('submission.way_write'), note: t('submission.way_write_note', { time: until }) },
    { name: t('submission.way_review'), note: t('submission.way_review_note') },
    { name: t('submission.way_vote'), note: t('submission.way_vote_note', { time: until }) },
    { name: t('submission.way_result'), note: t('submission.way_result_note', { number, time: deadlineText(end) }) },
  ];
  const here = submission?.status === 'pending' ? 1 : submission?.status === 'approved' ? 2 : 0;
  return (
    <details className={editorPage.quietMore}>
      <summary>
        <b>{t('submission.until', { round: round.number, time: until })}</b>
        <span className="small">
          <TimeLeft until={round.writingEndsAt} />
        </span>
      </summary>
      <div className={editorPage.in}>
        <Stepper
          stops={stops.map((stop, i) => ({ ...stop, at: i === here ? 'here' : i > here ? 'yet' : 'done' }))}
          className={color(mode)}
        />
        <p className="soft">{t('submission.how_it_counts')}</p>
      </div>
    </details>
  );
}
