import { LANGUAGE_TAGS, type Language, lengthUnit } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Time } from '#web/ui/time.tsx';
import type { ChapterEntry } from '../contract.ts';
import styles from './thread.module.css';

/** From so many chapters on the middle is wound into a coil; so many stay laid out before and after it. */
const FOLD_FROM = 14;
const BEFORE = 4;
const AFTER = 5;

interface Props {
  storyId: string;
  language: Language;
  chapters: readonly ChapterEntry[];
  /** Chapters that the reader has opened, and the one where they stopped. */
  read: ReadonlySet<string>;
  hereId: string | null;
  /** Something follows that is not written yet. */
  open?: boolean;
  /** Names beside each chapter, where several hands write. */
  showAuthors?: boolean;
}

/** The chapters along the thread: a full knot is read, an open one is not, the ringed one is where the reader stopped. */
export function ChapterThread({ chapters, open = false, ...rest }: Props) {
  const t = useT('stories');
  const folded = chapters.length >= FOLD_FROM ? chapters.slice(BEFORE, -AFTER) : [];
  const shown = folded.length > 0 ? [chapters.slice(0, BEFORE), chapters.slice(-AFTER)] : [chapters, []];
  const last = chapters.at(-1);
  return (
    <ol className={styles.thread}>
      {shown[0]?.map((chapter) => (
        <Knot key={chapter.id} chapter={chapter} {...rest} />
      ))}
      {folded.length > 0 && <Coil chapters={folded} {...rest} />}
      {shown[1]?.map((chapter) => (
        <Knot key={chapter.id} chapter={chapter} {...rest} />
      ))}
      {open && last && (
        <li className={styles.open}>
          <p className={classNames(styles.name, 'soft')}>{t('story.not_written', { number: last.number + 1 })}</p>
        </li>
      )}
    </ol>
  );
}

type KnotProps = Omit<Props, 'chapters' | 'open'>;

function Knot({
  chapter,
  storyId,
  language,
  read,
  hereId,
  showAuthors = false,
}: KnotProps & { chapter: ChapterEntry }) {
  const t = useT('stories');
  const tag = LANGUAGE_TAGS[language];
  return (
    <li className={classNames(!read.has(chapter.id) && styles.unread, chapter.id === hereId && styles.here)}>
      <p className={styles.name} lang={chapter.title === null ? undefined : tag}>
        <Link className="quiet" to={`/story/${storyId}/chapter/${chapter.id}`}>
          {chapter.title === null
            ? t('story.hidden_chapter', { number: chapter.number })
            : t('common.numbered_title', { number: chapter.number, title: chapter.title })}
        </Link>
      </p>
      {chapter.summary && (
        <p className={styles.sum} lang={tag}>
          {chapter.summary}
        </p>
      )}
      <Meta>
        {showAuthors && chapter.author && (
          <Link className={styles.who} to={`/user/${chapter.author.slug}`}>
            {chapter.author.username}
          </Link>
        )}
        {chapter.title !== null && (
          <span>{t('common.units', { count: chapter.units, unit: lengthUnit(language) })}</span>
        )}
        <Time at={chapter.publishedAt} />
        {chapter.id === hereId && <span>{t('story.stopped_here')}</span>}
      </Meta>
    </li>
  );
}

/** Many chapters wound into one coil; a press lays them out. Works without script. */
function Coil({ chapters, ...rest }: KnotProps & { chapters: readonly ChapterEntry[] }) {
  const t = useT('stories');
  const [first, last] = [chapters[0], chapters.at(-1)];
  if (!first || !last) return null;
  return (
    <li className={styles.fold}>
      <details>
        <summary>
          <svg className={styles.coil} viewBox="0 0 22 52" aria-hidden="true">
            <path d="M11 2c0 4-8 4-8 8s16 4 16 8-16 4-16 8 16 4 16 8-16 4-16 8 8 4 8 8" />
          </svg>
          <span>
            {t('story.folded', { from: Math.min(first.number, last.number), to: Math.max(first.number, last.number) })}
          </span>
        </summary>
        <ol className={styles.thread}>
          {chapters.map((chapter) => (
            <Knot key={chapter.id} chapter={chapter} {...rest} />
          ))}
        </ol>
      </details>
    </li>
  );
}
