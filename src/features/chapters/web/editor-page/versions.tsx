import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Language, lengthUnit } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { useModeColor } from '#features/stories/web/mode.tsx';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useMoment } from '#web/ui/clock-time.tsx';
import { Empty } from '#web/ui/empty.tsx';
import more from '#web/ui/more.module.css';
import { Spinner } from '#web/ui/spinner.tsx';
import { type ChapterDraft, chapterApi, type RevisionEntry } from '../../contract.ts';
import type { RevisionKind } from '../../model/chapter-status.ts';
import type { Written } from '../saving/written.ts';
import styles from './compare.module.css';
import { Version } from './version.tsx';

const PER_PAGE = 20;
/** Number of versions shown on phones before “earlier”. */
const AT_FIRST_ON_PHONES = 3;

const KINDS: Record<RevisionKind, PlainKey | null> = {
  autosave: null,
  submitted: 'chapters.kind_submitted',
  restored: 'chapters.kind_restored',
  conflict: 'chapters.kind_conflict',
};

interface Props {
  draft: ChapterDraft;
  /** The current text, saved or not. */
  now: Written;
  units: number;
  language: Language;
  mode: WritingMode;
  /**
   * Saves the current text before restoring, because it becomes a version. Returns null on failure. Absent if
   * read-only.
   */
  onSave?: (() => Promise<ChapterDraft | null>) | undefined;
  onRestored: (draft: ChapterDraft) => void;
}

/** The version history along a thread, with changes and a way to restore. */
export function Versions(props: Props) {
  const { draft, units } = props;
  const t = useT('chapters');
  const errorText = useErrorText();
  const [picked, setPicked] = useState<number | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['chapter', draft.id, 'revisions', draft.version],
    queryFn: ({ pageParam }) =>
      call(chapterApi.revisions, { chapterId: draft.id, limit: PER_PAGE, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
  const unit = lengthUnit(props.language);
  const color = useModeColor();
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFolded = !showsAll && entries.length > AT_FIRST_ON_PHONES;
  const showEarlier = () => {
    const isWide = matchMedia('(min-width: 62rem)').matches;
    if (list.hasNextPage && (isWide || !isFolded)) void list.fetchNextPage();
    setShowsAll(true);
  };
  return (
    <div className={styles.history}>
      <section className={styles.compare}>
        {picked === null ? (
          entries.length > 0 && <p className="soft">{t('chapters.pick_version')}</p>
        ) : (
          <Version key={picked} revision={picked} {...props} />
        )}
      </section>
      <aside className={styles.drawer} aria-labelledby="versions-title">
        <h2 id="versions-title">{t('chapters.versions')}</h2>
        {list.isPending && <Spinner />}
        {list.isError && (
          <div role="alert">
            <p>{errorText(list.error)}</p>
            <Button small onClick={() => void list.refetch()}>
              {t('chapters.try_again')}
            </Button>
          </div>
        )}
        {list.data && entries.length === 0 && (
          <Empty title={t('chapters.no_versions')}>
            <p className="soft">{t('chapters.no_versions_text')}</p>
          </Empty>
        )}
        {entries.length > 0 && (
          <ol className={classNames(styles.revisions, color(props.mode), showsAll && styles.all)}>
            <li>
              <span className={styles.entry}>
                <b>{t('chapters.now')}</b>
                <span>{t('common.units', { count: units, unit })}</span>
              </span>
            </li>
            {entries.map((entry) => (
              <Entry
                unit={unit}
                key={entry.revision}
                entry={entry}
                shown={entry.revision === picked}
                onPick={() => setPicked(entry.revision)}
              />
            ))}
          </ol>
        )}
        {(list.hasNextPage || isFolded) && (
          <button
            type="button"
            className={classNames(more.more, !list.hasNextPage && styles.onlyNarrow)}
            onClick={showEarlier}
          >
            {t('chapters.earlier')}
          </button>
        )}
      </aside>
    </div>
  );
}

function Entry({
  entry,
  unit,
  shown,
  onPick,
}: {
  entry: RevisionEntry;
  unit: ReturnType<typeof lengthUnit>;
  shown: boolean;
  onPick: () => void;
}) {
  const t = useT('chapters');
  const moment = useMoment();
  const kind = KINDS[entry.kind];
  return (
    <li className={shown ? styles.here : undefined}>
      <button type="button" className={styles.entry} aria-current={shown ? 'true' : undefined} onClick={onPick}>
        <b>
          {moment(entry.createdAt)}
          {shown && <span className={styles.shown}> · {t('chapters.shown')}</span>}
        </b>
        <span>
          {t('common.units', { count: entry.units, unit })}
          {kind && <> · {t(kind)}</>}
        </span>
      </button>
    </li>
  );
}
