import { useInfiniteQuery } from '@tanstack/react-query';
import { LANGUAGE_TAGS, lengthUnit } from '#core/languages.ts';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Time } from '#web/ui/time.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { contestApi, type OwnSubmission } from '../contract.ts';
import { entryDeskPath, roundPath } from './paths.ts';

/** What a member has written for rounds, newest first; the part is there while there is any. */
export function OwnSubmissions() {
  return (
    <QueryProvider>
      <Submissions />
    </QueryProvider>
  );
}

function Submissions() {
  const t = useT('submission', 'account');
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['own', 'submissions'],
    queryFn: ({ pageParam }) => call(contestApi.listOwn, { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
  });
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  if (isError && !data)
    return (
      <Section title={t('submission.own')}>
        <LoadFailure sentence={t('account.load_failed')} onRetry={() => void refetch()} />
      </Section>
    );
  if (entries.length === 0) return null;
  return (
    <Section title={t('submission.own')}>
      <div>
        <ul className={classNames(list.rows, styles.rows)}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('account.load_more')}
          </Button>
        )}
      </div>
    </Section>
  );
}

function EntryRow({ entry }: { entry: OwnSubmission }) {
  const t = useT('submission', 'account');
  const { storyId, roundId, roundStatus, phaseEndsAt, language } = entry;
  const room = entryDeskPath(storyId, roundId);
  const title = entry.title || t('submission.untitled');
  const { kind, name } = useStanding(entry);
  const act = useAct(entry);
  return (
    <li className={classNames(list.row, list.slim, styles.piece)}>
      <div>
        <p className={list.name} lang={entry.title ? LANGUAGE_TAGS[language] : undefined}>
          <Link className="quiet" to={room}>
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

/** The next thing to do, as far as the round has come. */
function useAct({ status, storyId, roundId, roundStatus }: OwnSubmission): { to: string; name: string } {
  const t = useT('submission', 'account');
  if (roundStatus === 'voting') return { to: roundPath(roundId), name: t('submission.to_ballot') };
  if (roundStatus === 'completed') return { to: roundPath(roundId), name: t('submission.to_result') };
  const to = entryDeskPath(storyId, roundId);
  return { to, name: status === 'rejected' ? t('account.change') : t('account.go_on_writing') };
}
