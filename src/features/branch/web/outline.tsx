import { type ComponentType, memo, type ReactNode, useMemo } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import type { Translate } from '#core/messages.ts';
import { to } from '#core/pages.ts';
import { type Titled, titleTag } from '#features/stories/model/title-language.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { StoryTree } from '../contract.ts';
import { type OutlineRun, type OutlineStop, type OutlineWay, outlineOf } from '../model/outline.ts';
import { type ChapterTree, canGrow, isEnd, type TreeNode } from '../model/tree.ts';
import { choiceName } from './choice-name.ts';
import styles from './outline.module.css';

interface Props {
  story: { id: string; language: Language };
  tree: ChapterTree;
  authors: StoryTree['authors'];
  reservations: StoryTree['reservations'];
  read: ReadonlySet<string>;
  hereId: string | null;
  /** Whether open branches link to the chapter editor. */
  canWrite?: boolean;
  /** Renders a folded part. By default it is rendered right away. */
  Fold?: ComponentType<FoldProps>;
}

export interface FoldProps {
  summary: ReactNode;
  /** Renders the content of the fold. Folds in it use this component, or else that of the outline. */
  inside: (Fold?: ComponentType<FoldProps>) => ReactNode;
}

/** What all lines need. */
interface Sheet {
  props: Props;
  t: Translate;
  /** The `lang` of a chapter’s words. Undefined if they are in the language of the page, as on most pages. */
  tagOf: (chapter: Titled) => string | undefined;
  writers: ReadonlyMap<string, StoryTree['reservations']>;
}

/** Continuations that are nested deeper are no longer indented, because on a phone no room would be left for text. */
const LEVELS_SET_IN = 7;

/**
 * The story as a list, next to the map: for screen readers, for print and without script. The reader’s path runs
 * straight down, other continuations are indented below it, and unread branches are folded.
 */
export const Outline = memo(function Outline(props: Props) {
  const t = useT('branch');
  const language = useLanguage();
  const { story, tree, read, hereId, reservations } = props;
  const run = useMemo(() => outlineOf(tree, read, hereId), [tree, read, hereId]);
  const writers = useMemo(() => Map.groupBy(reservations, ({ parentId }) => parentId), [reservations]);
  const tagOf = (chapter: Titled) => {
    const tag = titleTag(chapter, story);
    return tag === LANGUAGE_TAGS[language] ? undefined : tag;
  };
  return (
    <>
      <svg className="hide" aria-hidden="true">
        <symbol id="group" viewBox="0 0 22 22">
          <path d="M11 11c1.6 0 1.6-2.4 0-2.4-3.6 0-3.6 5.2 0 5.2 5.2 0 5.2-8.4 0-8.4-7.4 0-7.4 12 0 12 8.6 0 8.6-15.4 0-15.4" />
        </symbol>
      </svg>
      <ol className={styles.outline}>
        <Run run={run} level={0} sheet={{ props, t, tagOf, writers }} />
      </ol>
    </>
  );
});

function Run({ run, level, sheet }: { run: OutlineRun; level: number; sheet: Sheet }) {
  return run.map((stop, i) => (
    <Stop key={stop.node.chapter.id} stop={stop} next={run[i + 1]?.node} level={level} sheet={sheet} />
  ));
}

interface StopProps {
  stop: OutlineStop;
  next: TreeNode | undefined;
  level: number;
  sheet: Sheet;
}

function Stop({ stop: { node, ways, goesOn }, next, level, sheet }: StopProps) {
  const { t } = sheet;
  return (
    <ChapterItem
      node={node}
      sheet={sheet}
      className={classNames(next ? isRead(next, sheet) && styles.toRead : styles.stop, ways.length > 0 && styles.forks)}
    >
      {ways.length > 0 && (
        <ol className={styles.fork} aria-label={goesOn ? t('outline.other_ways') : t('outline.ways')}>
          <Ways ways={ways} goesOn={goesOn} level={level + 1} sheet={sheet} />
        </ol>
      )}
    </ChapterItem>
  );
}

interface WaysProps {
  ways: readonly OutlineWay[];
  /** The thread beside them continues after the last one. */
  goesOn: boolean;
  level: number;
  sheet: Sheet;
}

function Ways({ ways, goesOn, level, sheet }: WaysProps) {
  return ways.map((way, i) => {
    const first = way.folded ? way.first : way.run[0]!.node;
    return (
      <li
        key={first.chapter.id}
        className={classNames(
          styles.way,
          (goesOn || i < ways.length - 1) && styles.on,
          goesOn && styles.past,
          isRead(first, sheet) && styles.read,
          level > LEVELS_SET_IN && styles.flat,
        )}
      >
        <ol>
          {way.folded ? (
            <Folded way={way} level={level} sheet={sheet} />
          ) : (
            <Run run={way.run} level={level} sheet={sheet} />
          )}
        </ol>
      </li>
    );
  });
}

function Folded({ way, level, sheet }: { way: OutlineWay & { folded: true }; level: number; sheet: Sheet }) {
  const { first, rest } = way;
  const [only] = rest;
  const { props, t } = sheet;
  const { Fold = RenderedFold } = props;
  const inside: FoldProps['inside'] = (InnerFold = Fold) => {
    const within = { ...sheet, props: { ...props, Fold: InnerFold } };
    return rest.length === 1 && only && !only.folded ? (
      <ol>
        <Run run={only.run} level={level} sheet={within} />
      </ol>
    ) : (
      <ol className={classNames(styles.fork, styles.bare)} aria-label={t('outline.ways')}>
        <Ways ways={rest} goesOn={false} level={level + 1} sheet={within} />
      </ol>
    );
  };
  const summary = (
    <summary>
      <Coil />
      <span>{t('outline.folded', { chapters: first.beyond, ends: first.ends })}</span>
    </summary>
  );
  return (
    <ChapterItem node={first} sheet={sheet} className={styles.stop}>
      <Fold summary={summary} inside={inside} />
    </ChapterItem>
  );
}

/** A fold whose content is in the page from the start. */
export function RenderedFold({ summary, inside }: FoldProps) {
  return (
    <details>
      {summary}
      {inside()}
    </details>
  );
}

function isRead({ chapter }: TreeNode, { props }: Sheet): boolean {
  return props.read.has(chapter.id);
}

/** A chapter with what hangs off it. */
function ChapterItem({
  node,
  sheet,
  className,
  children,
}: {
  node: TreeNode;
  sheet: Sheet;
  className: string | undefined;
  children: ReactNode;
}) {
  const { props, t, tagOf, writers } = sheet;
  const { story, authors, hereId, canWrite = false } = props;
  const { chapter, ways, cut } = node;
  const { id, number, title } = chapter;
  const tag = tagOf(chapter);
  const author = chapter.author === null ? null : authors[chapter.author];
  const read = isRead(node, sheet);
  const isHere = id === hereId;
  const writersHere = writers.get(id) ?? [];
  return (
    <li className={classNames(styles.chapter, read && styles.read, isHere && styles.here, className)}>
      <div className={styles.line}>
        <p className={styles.pick}>
          <Link
            className="quiet"
            to={to.chapter({ storyId: story.id, chapterId: id })}
            lang={chapter.choice === null ? undefined : tag}
          >
            {choiceName(t, chapter)}
          </Link>
          {read && <span className="hide">{t('outline.read_aloud')}</span>}
        </p>
        <Meta>
          {title !== null && (
            <span className={styles.title} lang={tag}>
              {t('common.numbered_title', { number, title })}
            </span>
          )}
          {author && <span>{author.username}</span>}
          {ways.length > 1 && <span>{t('outline.way_count', { count: ways.length })}</span>}
          {isHere && <b>{t('outline.here')}</b>}
          {canWrite && canGrow(chapter) && writersHere.length === 0 && isEnd(node) && (
            <Link to={to.editChapter({ storyId: story.id, parentChapterId: id })}>{t('outline.write')}</Link>
          )}
        </Meta>
        {writersHere.map(({ user }) => (
          <p key={user.id} className={styles.hold}>
            <Avatar name={user.username} size="tiny" />
            {t('outline.writing', { name: user.username })}
          </p>
        ))}
        {cut && (
          <p className={styles.more}>
            <Coil />
            <Link to={to.storyMap({ storyId: story.id })}>
              {t('outline.folded', { chapters: cut.chapters, ends: cut.ends })}
            </Link>
          </p>
        )}
      </div>
      {children}
    </li>
  );
}

/** Many chapters, wound up; drawn once for all of them. */
function Coil() {
  return (
    <svg className={styles.group} viewBox="0 0 22 22" aria-hidden="true">
      <use href="#group" />
    </svg>
  );
}
