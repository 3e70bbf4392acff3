import { LANGUAGE_TAGS, lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { OwnSection } from '#features/stories/web/own-section.tsx';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Time } from '#web/ui/time.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { contestApi, type OwnSubmission } from '../contract.ts';

/** A member’s entries, newest first. Renders nothing if there are none. */
export function OwnSubmissions() {
  const t = useT('submission');
  return (
    <OwnSection
      name={['submissions']}
      title={t('submission.own')}
      load={(cursor) => call(contestApi.listOwn, { cursor })}
      row={(entry) => <EntryRow key={entry.id} entry={entry} />}
    />
  );
}

function EntryRow({ entry }: { entry: OwnSubmission }) {
  const t = useT('submission', 'account');
  const { storyId, roundId, roundStatus, phaseEndsAt, language } = entry;
  const editorPath = to.editSubmission({ storyId, roundId });
  const title = entry.title || t('submission.untitled');
  const { kind, name } = useStanding(entry);
  const act = useAct(entry);
  return (
    <li className={classNames(list.row, list.slim, styles.piece)}>
      <div>
        <p className={list.name} lang={entry.title ? LANGUAGE_TAGS[language] : undefined}>
          <Link className="quiet" to={editorPath}>
            {title}
          </Link>
        </p>
        <Meta>
          <span>{t('submission.in_round', { round: entry.roundNumber, story: entry.storyTitle })}</span>
          <span>{t('common.units', { count: entry.units, unit: lengthUnit(language) })}</span>
          {roundStatus === 'writing' && phaseEndsAt && <TimeLeft until={phaseEndsAt} />}
        </Meta>
        <p className={styles.state}>
          <Badge kind={kind}>{name}</Badge>
          {roundStatus === 'writing' && entry.hasUnsentChanges && (
            <span className="small soft">{t('submission.unsent_changes')}</span>
          )}
        </p>
        {entry.reason && <p className={styles.why}>{t('submission.out_reason_only', { reason: entry.reason })}</p>}
        <p className={styles.do}>
          <Link className={styles.see} to={act.to}>
            {act.name}
            <span className="hide">: {title}</span>
          </Link>
        </p>
      </div>
      <Time at={entry.savedAt} kind="relative" className={list.when} />
    </li>
  );
}

interface Standing {
  kind: 'ok' | 'warn' | 'danger' | undefined;
  name: string;
}

function useStanding({ status, isWinner, votes }: OwnSubmission): Standing {
  const t = useT('submission');
  if (isWinner) return { kind: 'ok', name: t('submission.badge_won') };
  if (status === 'draft') return { kind: undefined, name: t('submission.badge_draft') };
  if (status === 'rejected') return { kind: 'danger', name: t('submission.badge_rejected') };
  if (votes !== null) return { kind: undefined, name: t('submission.badge_votes', { count: votes }) };
  if (status === 'pending') return { kind: 'warn', name: t('submission.badge_pending') };
  return { kind: 'ok', name: t('submission.badge_approved') };
}

/** The next step, depending on the state of the round. */
function useAct({ status, storyId, roundId, roundStatus }: OwnSubmission): { to: string; name: string } {
  const t = useT('submission', 'account');
  if (roundStatus === 'voting') return { to: to.voting({ roundId }), name: t('submission.to_ballot') };
  if (roundStatus === 'completed') return { to: to.voting({ roundId }), name: t('submission.to_result') };
  const name = status === 'rejected' ? t('account.change') : t('account.go_on_writing');
  return { to: to.editSubmission({ storyId, roundId }), name };
}
