import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { type Titled, titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { TimeLeftSlot } from '#web/ui/time-left-slot.tsx';
import type { Continuation } from '../contract.ts';
import { DEPTH_MAX } from '../model/branch-limits.ts';
import { type Remaining, remainingOf } from '../model/remaining.ts';
import { choiceName } from './choice-name.ts';
import styles from './fork-end.module.css';
import type { TitledContinuations } from './titled-continuations.ts';
import { AskRow, OpenRow, type WriteRowProps } from './write-rows.tsx';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'write-row': WriteRowProps;
  }
}

interface Props {
  story: { id: string; language: Language };
  chapter: { id: string; number: number };
  ways: TitledContinuations;
  /** False if no one can continue here: after a hidden chapter, and in a story that has ended. */
  isOpen: boolean;
}

/**
 * The end of a branch chapter: the choices in the order of writing, continuations being written, and a link to write
 * another one.
 */
export function ForkEnd({
  story,
  chapter,
  ways: { ways, reservations, taken, maxContinuations, joinPolicy },
  isOpen,
}: Props) {
  const t = useT('branch');
  const mayGoOn = isOpen && chapter.number < DEPTH_MAX;
  if (ways.length === 0 && !mayGoOn) return <p className={styles.over}>{t('fork.over')}</p>;
  const isNew = ways.length === 0;
  const isFull = mayGoOn && taken >= maxContinuations;
  const row: WriteRowProps | null =
    mayGoOn && !isFull
      ? {
          storyId: story.id,
          chapterId: chapter.id,
          joinPolicy,
          name: isNew ? t('fork.write_first') : t('fork.write_another'),
          taken: taken > 0 ? t('fork.taken', { taken, max: maxContinuations }) : null,
        }
      : null;
  return (
    <nav className={styles.forkEnd} aria-labelledby="fork">
      <h2 id="fork">{isNew ? t('fork.open_end') : t('fork.what')}</h2>
      <ul className={styles.ways} data-ways="">
        {ways.map((way) => (
          <WayRow key={way.id} way={way} story={story} />
        ))}
        {isOpen &&
          reservations.map(({ user, until }) => (
            <li key={user.id} className={styles.held}>
              <div className={`${styles.row} ${styles.hold}`}>
                <Avatar name={user.username} size="tiny" />
                <Meta>
                  <span>{t('fork.being_written', { name: user.username })}</span>
                  <span>
                    <TimeLeftSlot until={until} />
                  </span>
                </Meta>
              </div>
            </li>
          ))}
        {isFull && (
          <li className={styles.full}>
            <p className={styles.row}>{t('fork.full', { max: maxContinuations })}</p>
          </li>
        )}
        {row && joinPolicy === 'open' && (
          <li className={styles.new}>
            <OpenRow {...row} />
          </li>
        )}
        {row && joinPolicy === 'applications' && (
          <li className={`${styles.new} for-visitors`}>
            <AskRow {...row} />
          </li>
        )}
      </ul>
      {/* Only the browser knows whether the member is a participant. */}
      {row && joinPolicy !== 'open' && <Slot name="write-row" props={row} />}
    </nav>
  );
}

function WayRow({ way, story }: { way: Continuation & Titled; story: Props['story'] }) {
  const t = useT('branch');
  const tag = titleTag(way, story);
  const beyond = remainingOf(way);
  const further: Record<Remaining['kind'], string> = {
    ways: t('fork.ways_on', beyond),
    open: t('fork.ends_open', beyond),
    over: t('fork.chapters_on', beyond),
  };
  return (
    <li data-chapter={way.id}>
      <Link className={styles.row} to={to.chapter({ storyId: story.id, chapterId: way.id })}>
        <span className={styles.name} lang={way.choice === null ? undefined : tag}>
          {choiceName(t, way)}
        </span>
        <Meta>
          {way.title !== null && (
            <span lang={tag}>{t('common.numbered_title', { number: way.number, title: way.title })}</span>
          )}
          {way.author && <span>{way.author.username}</span>}
          <span data-when="unread">{further[beyond.kind]}</span>
          <span data-when="read" hidden>
            {t('fork.read')}
          </span>
        </Meta>
      </Link>
    </li>
  );
}
