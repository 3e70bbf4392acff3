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
import styles from './thread.module.css';

/** From so many chapters on the middle is wound into a coil; so many stay laid out before and after it. */
const FOLD_FROM = 14;
const BEFORE = 4;
const AFTER = 5;

interface Props {
  storyId: string;
  language: Language;
  chapters: readonly (ChapterEntry & Titled)[];
  /** What follows and is not written yet: open knots. */
  end?: ReactNode;
  /** Names beside each chapter, where several hands write. */
  showAuthors?: boolean;
  /** The numbers of the participants by member: chapters have their colours; those of members who left have none. */
  participantNumbers?: ReadonlyMap<string, number> | undefined;
  /** What stands beside a chapter, by its id. */
  beside?: ReadonlyMap<string, BesideChapter> | undefined;
}

/** Where a chapter has more to say of how it came about. */
export interface BesideChapter {
  /** Drawn in the place of its knot. */
  knot: ReactNode;
  /** Further facts in its line. */
  facts: ReactNode;
  /** Below it. */
  note: ReactNode;
}

/**
 * The chapters along the thread. A full knot is read, an open one is not, the ringed one is where the reader stopped: the
 * reader's own marks are set by `data-chapter` once they are known.
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

/** A place on the thread that nothing is written at yet, with whose it is, where that is known. */
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
  name: string;
  isSoft?: boolean;
  /** Nobody is writing it, in a story where every participant has a colour. */
  isUncoloured?: boolean;
  /** The number of the participant who is writing it. */
  colorIndex?: number;
  author?: { username: string; slug: string };
  sum?: string | undefined;
  /** Drawn in the place of the knot. */
  knot?: ReactNode;
  note?: ReactNode;
  /** Facts, beside the author where there is one. */
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

/** Many chapters wound into one coil; a press lays them out. Works without script. */
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
