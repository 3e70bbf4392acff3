import type { ReactNode } from 'react';
import { type Language, lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { type Titled, titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { participantColorClass } from '#web/ui/participant-color.ts';
import { Time } from '#web/ui/time.tsx';
import type { ChapterEntry } from '../contract.ts';
import { numberedName } from './hidden-name.ts';
import styles from './thread.module.css';

/** From this many chapters on, the middle is folded into a coil. BEFORE and AFTER remain visible. */
const FOLD_FROM = 14;
const BEFORE = 4;
const AFTER = 5;

interface Props {
  storyId: string;
  language: Language;
  chapters: readonly (ChapterEntry & Titled)[];
  /** Rows that follow for chapters that aren’t published yet. */
  end?: ReactNode;
  /** Shows the author of each chapter, for stories with several writers. */
  showAuthors?: boolean;
  /** Participant numbers by member id, which determine the colors of chapters. Former participants have none. */
  participantNumbers?: ReadonlyMap<string, number> | undefined;
  /** Additional content of a chapter, by its id. */
  beside?: ReadonlyMap<string, BesideChapter> | undefined;
}

/** Additional content of a chapter. */
export interface BesideChapter {
  /** Replaces its knot. */
  knot: ReactNode;
  /** More facts in its line. */
  facts: ReactNode;
  /** Content below it. */
  note: ReactNode;
}

/**
 * The chapters along the thread. A filled knot is read, an open one is unread, and the ringed one is the reading
 * position. These marks are set by `data-chapter` once the reader’s progress is known.
 */
export function ChapterThread({ chapters, end, ...rest }: Props) {
  const folded = chapters.length >= FOLD_FROM ? chapters.slice(BEFORE, -AFTER) : [];
  const shown = folded.length > 0 ? [chapters.slice(0, BEFORE), chapters.slice(-AFTER)] : [chapters, []];
  return (
    <ol className={classNames(styles.thread, rest.beside && styles.tied)}>
      {shown[0]?.map((chapter) => (
        <Knot key={chapter.id} chapter={chapter} {...rest} />
      ))}
      {folded.length > 0 && <Coil chapters={folded} {...rest} />}
      {shown[1]?.map((chapter) => (
        <Knot key={chapter.id} chapter={chapter} {...rest} />
      ))}
      {end}
    </ol>
  );
}

/** A row for a chapter that isn’t published yet, with its author if known. */
export function PendingChapterRow({
  name,
  isSoft = false,
  isUncoloured = false,
  colorIndex,
  author,
  sum,
  knot,
  note,
  children,
}: {
  name: ReactNode;
  isSoft?: boolean;
  /** No one is writing it, in a story where every participant has a color. */
  isUncoloured?: boolean;
  /** The number of the participant who is writing it. */
  colorIndex?: number;
  author?: { username: string; slug: string };
  sum?: string | undefined;
  /** Replaces the knot. */
  knot?: ReactNode;
  note?: ReactNode;
  /** Facts, after the author if there is one. */
  children?: ReactNode;
}) {
  return (
    <li
      className={classNames(
        styles.open,
        isUncoloured && styles.uncoloured,
        colorIndex !== undefined && participantColorClass(colorIndex),
      )}
    >
      {knot}
      <p className={classNames(styles.name, isSoft && 'soft')}>{name}</p>
      {sum && <p className={styles.sum}>{sum}</p>}
      {(author || children) && (
        <Meta>
          {author && <Author author={author} />}
          {children}
        </Meta>
      )}
      {note}
    </li>
  );
}

function Author({ author: { username, slug } }: { author: { username: string; slug: string } }) {
  return (
    <MemberLink className={styles.who} slug={slug}>
      {username}
    </MemberLink>
  );
}

type KnotProps = Omit<Props, 'chapters' | 'end'>;

function Knot({
  chapter,
  storyId,
  language,
  showAuthors = false,
  participantNumbers,
  beside,
}: KnotProps & { chapter: ChapterEntry & Titled }) {
  const t = useT('stories');
  const tag = titleTag(chapter, { language });
  const participantNumber = chapter.author ? participantNumbers?.get(chapter.author.id) : undefined;
  const also = beside?.get(chapter.id);
  return (
    <li
      data-chapter={chapter.id}
      className={classNames(
        participantNumber !== undefined && participantColorClass(participantNumber),
        participantNumbers && participantNumber === undefined && styles.uncoloured,
      )}
    >
      {also?.knot}
      <p className={styles.name} lang={chapter.title === null ? undefined : tag}>
        <Link className="quiet" to={to.chapter({ storyId, chapterId: chapter.id })}>
          {numberedName(t, chapter)}
        </Link>
      </p>
      {chapter.summary && (
        <p className={styles.sum} lang={tag}>
          {chapter.summary}
        </p>
      )}
      <Meta>
        {showAuthors && chapter.author && <Author author={chapter.author} />}
        {chapter.title !== null && (
          <span>{t('common.units', { count: chapter.units, unit: lengthUnit(language) })}</span>
        )}
        {also?.facts}
        <Time at={chapter.publishedAt} />
      </Meta>
      {also?.note}
    </li>
  );
}

/** Folds many chapters into one coil that can be expanded. Works without JavaScript. */
function Coil({ chapters, ...rest }: KnotProps & Pick<Props, 'chapters'>) {
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
        <ol className={classNames(styles.thread, rest.beside && styles.tied)}>
          {chapters.map((chapter) => (
            <Knot key={chapter.id} chapter={chapter} {...rest} />
          ))}
        </ol>
      </details>
    </li>
  );
}
