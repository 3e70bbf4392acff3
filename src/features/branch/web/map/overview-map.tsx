import { Fragment } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { StoryView } from '#features/stories/contract.ts';
import { titleTag } from '#features/stories/model/title-language.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { participantColorClass } from '#web/ui/participant-color.ts';
import type { StoryTree } from '../../contract.ts';
import { shortName } from '../../model/map/labels.ts';
import { OVERVIEW_WIDTH, type Overview, type OverviewKnot, overviewOf } from '../../model/map/overview.ts';
import { type ChapterTree, canGrow } from '../../model/tree.ts';
import { choiceName } from '../choice-name.ts';
import legend from './legend.module.css';
import { ReadingSigns } from './legend.tsx';
import styles from './overview-map.module.css';

interface Props {
  story: Pick<StoryView, 'id' | 'language'>;
  tree: ChapterTree;
  authors: StoryTree['authors'];
  reservations: StoryTree['reservations'];
  /** The participants’ numbers by member, which set the colors. */
  participantNumbers: ReadonlyMap<string, number>;
  /** False if the story has ended, so that no branch is open. */
  isOpen: boolean;
}

/** Bytes of the drawing without its threads and ids, for each chapter and in all. The rest is for names. */
const SIZE = 11_800;
const KNOT_SIZE = 170;
const NAME_SIZES = { least: 24, most: 90 };

/**
 * The map on the page of a branching story: a drawing with a link for each chapter. It needs no script, and turns for
 * narrow columns (`overview-map.module.css`). Scripts mark what was read by `data-chapter`, as in other lists.
 */
export function OverviewMap({ story, tree, authors, reservations, participantNumbers, isOpen }: Props) {
  const t = useT('branch', 'branch_page');
  const language = useLanguage();
  const map = overviewOf(tree);
  if (!map) return null;
  const { knots, threads, height, columns } = map;
  const colorOf = (author: number | null) => {
    const number = author === null ? undefined : participantNumbers.get(authors[author]?.id ?? '');
    return number === undefined ? undefined : participantColorClass(number);
  };
  const nameSize = nameSizeOf(map, story.id);
  const nameOf = ({ node: { chapter }, more }: OverviewKnot) => {
    const name = choiceName(t, chapter);
    return more > 0 ? `${shortName(name, nameSize)} · ${t('map.beyond', { count: more })}` : shortName(name, nameSize);
  };
  const tagOf = ({ node: { chapter } }: OverviewKnot) => {
    const tag = titleTag(chapter, story);
    return chapter.choice === null || tag === LANGUAGE_TAGS[language] ? undefined : tag;
  };
  const writers = new Map(reservations.map(({ parentId, user }) => [parentId, user]));
  const writer = knots.flatMap(({ node, isEnd }) => (isEnd ? (writers.get(node.chapter.id) ?? []) : []))[0];
  const chapters = (tree.root?.beyond ?? 0) + 1;
  const hasMore = knots.length < chapters;
  return (
    <figure className={`${styles.overview} no-print`}>
      <a className={styles.skip} href="#outline">
        {t('overview.skip')}
      </a>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of form fields is something else */}
      <svg
        className={classNames(styles.map, styles[`deep${Math.min(columns, 5)}`])}
        viewBox={`0 0 ${OVERVIEW_WIDTH} ${height}`}
        preserveAspectRatio="xMinYMin"
        role="group"
        aria-label={t('overview.label', { shown: knots.length, chapters })}
      >
        {hasMore && (
          <defs>
            <path
              id="coil"
              transform="scale(.75)"
              d="M11 11c1.6 0 1.6-2.4 0-2.4-3.6 0-3.6 5.2 0 5.2 5.2 0 5.2-8.4 0-8.4-7.4 0-7.4 12 0 12 8.6 0 8.6-15.4 0-15.4"
            />
          </defs>
        )}
        <g>
          {threads.map(({ author, path }) => (
            <path key={author} className={colorOf(author)} d={path} />
          ))}
          {isOpen && <path className={styles.open} d={openEnds(knots, writers)} />}
          {knots.map((knot) => {
            const { id, author } = knot.node.chapter;
            const top = Math.round(knot.y - knot.length / 2);
            return (
              <Link
                key={id}
                to={to.chapter({ storyId: story.id, chapterId: id })}
                className={colorOf(author)}
                lang={tagOf(knot)}
                data-chapter={id}
              >
                <title>{nameOf(knot)}</title>
                <path d={`M${knot.x} ${top}v${knot.length || 0.1}`} />
                <rect x={knot.x} y={top} height={knot.length + 9} />
              </Link>
            );
          })}
          {hasMore && (
            <g className={styles.more}>
              {knots.map(
                ({ node, x, y, more }) =>
                  more > 0 && (
                    <Fragment key={node.chapter.id}>
                      <use href="#coil" x={x + 7} y={y - 8} />
                      <text x={x + 28} y={y + 5}>
                        {t('overview.more', { count: more })}
                      </text>
                    </Fragment>
                  ),
              )}
            </g>
          )}
          {isOpen && <Writers knots={knots} writers={writers} participantNumbers={participantNumbers} />}
        </g>
      </svg>
      <figcaption className={classNames(legend.legend, styles.legend)}>
        <ul>
          <ReadingSigns />
          {isOpen && (
            <li>
              <i className={legend.end} />
              {t('map.legend_end')}
            </li>
          )}
          {isOpen && writer && (
            <li>
              <b className={styles.initial}>{initialOf(writer)}</b>
              {t('map.legend_writing')}
            </li>
          )}
        </ul>
        {hasMore && <p className="small soft">{t('overview.part', { shown: knots.length, count: chapters })}</p>}
      </figcaption>
    </figure>
  );
}

/** Returns how many bytes a name can have. If there is much to draw, names are shorter. */
function nameSizeOf({ knots, threads }: Overview, storyId: string): number {
  const drawn = threads.reduce((sum, { path }) => sum + path.length, 0);
  const named = knots.reduce(
    (sum, { node, more }) => sum + KNOT_SIZE + storyId.length + 2 * node.chapter.id.length + (more > 0 ? 90 : 0),
    0,
  );
  return Math.min(NAME_SIZES.most, Math.max(NAME_SIZES.least, (SIZE - drawn - named) / knots.length));
}

const initialOf = ({ username }: { username: string }) => [...username][0];

/** The initials of those who are writing at an end. */
function Writers({
  knots,
  writers,
  participantNumbers,
}: Pick<Props, 'participantNumbers'> & {
  knots: readonly OverviewKnot[];
  writers: ReadonlyMap<string, { id: string; username: string }>;
}) {
  return knots.map(({ node, x, y, isEnd }) => {
    const writer = isEnd && writers.get(node.chapter.id);
    if (!writer) return null;
    const number = participantNumbers.get(writer.id);
    return (
      <text
        key={node.chapter.id}
        className={classNames(styles.writer, number !== undefined && participantColorClass(number))}
        x={x + 24}
        y={y + 5}
      >
        {initialOf(writer)}
      </text>
    );
  });
}

/** The dotted threads at the ends that can be continued. They are shorter where the initial of a writer follows. */
function openEnds(knots: readonly OverviewKnot[], writers: ReadonlyMap<string, unknown>): string {
  return knots
    .filter(({ node: { chapter }, isEnd }) => isEnd && canGrow(chapter))
    .map(({ node, x, y }) => `M${x + 9} ${y}h${writers.has(node.chapter.id) ? 10 : 15}`)
    .join('');
}
