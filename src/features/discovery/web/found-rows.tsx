import { LANGUAGE_NAMES, LANGUAGE_TAGS } from '#core/languages.ts';
import { to, toText } from '#core/pages.ts';
import { ModeLabel } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import rows from '#features/stories/web/story-list.module.css';
import { Sentence, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { PageSlot } from '#web/page/page-slot.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Cover } from '#web/ui/cover.tsx';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { FoundStory } from '../contract.ts';
import { Marked } from './marked.tsx';
import styles from './search.module.css';

type Hit = NonNullable<FoundStory['hit']>;

/** The stories found, each with its best match. */
export function FoundRows({ stories }: { stories: readonly FoundStory[] }) {
  const t = useT('discovery');
  const language = useLanguage();
  return (
    <ul className={rows.rows}>
      {stories.map((story) => (
        <li key={story.id} className={classNames(rows.row, styles.hit)}>
          <Cover src={story.coverUrl} className={rows.cover} />
          <div>
            <p className={rows.name} lang={LANGUAGE_TAGS[story.titleLanguage]}>
              <Link className="quiet" to={to.story({ storyId: story.id })}>
                <Marked pieces={story.titlePieces} />
              </Link>
            </p>
            {story.hit && (
              <>
                <p className={styles.quote} lang={LANGUAGE_TAGS[story.hit.language]}>
                  <Marked pieces={story.hit.excerpt} />
                </p>
                <Where story={story} hit={story.hit} />
                {story.hit.author && <CoAuthor {...story.hit.author} />}
              </>
            )}
            <Meta>
              <ModeLabel mode={story.mode} />
              <MemberLink slug={story.creator.slug}>
                <Marked pieces={story.creatorPieces} />
              </MemberLink>
              <span>{t('common.chapters', { count: story.chapterCount })}</span>
              {story.language !== language && (
                <span lang={LANGUAGE_TAGS[story.language]}>{LANGUAGE_NAMES[story.language]}</span>
              )}
              <PageSlot name="card.labels" story={story} />
            </Meta>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The author of chapters in the story, if the search found it by their name. */
function CoAuthor({ slug, namePieces }: NonNullable<Hit['author']>) {
  // The name isn’t part of the sentence, because its matches are marked.
  const name = () => (
    <MemberLink slug={slug}>
      <Marked pieces={namePieces} />
    </MemberLink>
  );
  return (
    <p className={styles.where}>
      <Sentence id="search.with_author" parts={['discovery']} wraps={{ name }} />
    </p>
  );
}

/** The location of the match, if it isn’t in the title or description above. */
function Where({ story, hit }: { story: FoundStory; hit: Hit }) {
  const t = useT('discovery');
  const nameOf = useLanguageName();
  const isTree = useModes()[story.mode].shape === 'tree';
  const { chapter, isTranslation, language } = hit;
  const address = toText(
    { storyId: story.id, chapterId: chapter?.id ?? null },
    { lang: isTranslation ? language : null },
  );
  const link = (content: React.ReactNode) => (
    <Link to={address} lang={LANGUAGE_TAGS[language]}>
      {content}
    </Link>
  );
  // Chapter titles may contain characters that look like a tag, so they aren’t part of the sentence.
  const title = () => link(chapter?.title);
  const version = isTranslation && (
    <span>{chapter ? t('search.in_version', { language: nameOf(language) }) : link(LANGUAGE_NAMES[language])}</span>
  );
  if (!chapter) return version && <p className={styles.where}>{version}</p>;
  return (
    <div className={styles.where}>
      <Meta>
        <span>
          {/* In a tree the number is the depth of a chapter and doesn’t identify it. */}
          {isTree ? (
            title()
          ) : (
            <Sentence
              id="search.in_chapter"
              params={{ number: chapter.number }}
              parts={['discovery']}
              wraps={{ chapter: title }}
            />
          )}
        </span>
        {version}
        {hit.more > 0 && <span>{t('search.more_chapters', { count: hit.more })}</span>}
      </Meta>
    </div>
  );
}
