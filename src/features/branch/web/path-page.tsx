import { Fragment } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { hiddenName, numberedName } from '#features/chapters/web/hidden-name.ts';
import { Prose } from '#features/chapters/web/prose.tsx';
import type { ChapterHead } from '#features/reader/web/chapter-head.ts';
import { Go } from '#features/reader/web/go.tsx';
import styles from '#features/reader/web/reader.module.css';
import { ReaderSettings } from '#features/reader/web/reader-settings.tsx';
import { type Titled, titleTag } from '#features/stories/model/title-language.ts';
import { ShownInstead } from '#features/translation/web/credits.tsx';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { PageSlot } from '#web/page/page-slot.tsx';
import { Slot } from '#web/page/slot.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import type { PathChapter } from '../contract.ts';
import { PathNumber } from './path-number.tsx';

/** A chapter in the language that it is shown in. */
export interface ChapterOnPath extends PathChapter {
  /** True if the translation was made from an earlier version. */
  isStale: boolean;
}

interface Props {
  story: Pick<ChapterHead['story'], 'id' | 'title' | 'language' | 'titleLanguage'>;
  /** The last chapter of the path. */
  last: Pick<ChapterHead, 'id' | 'number' | 'title' | 'hiddenBy'> & Titled;
  /** The chapters of this page of the path. */
  chapters: readonly ChapterOnPath[];
  /** The requested language. */
  asked: Language;
  /** Cursor of the next page. */
  next: string | null;
}

/** A path through a branch, from chapter 1 to the given one, as one text. Long paths are split into pages. */
export function PathPage({ story, last, chapters, asked, next }: Props) {
  const t = useT('reader');
  const language = useLanguage();
  const address = to.chapter({ storyId: story.id, chapterId: last.id });
  const lang = LANGUAGE_TAGS[language];
  return (
    <>
      <main id="main" className={styles.read} lang={titleTag(story, story)}>
        <header className={styles.readHead}>
          <p className={styles.nr} lang={lang}>
            {t('reader.path_length', { count: last.number })}
          </p>
          <h1>{story.title}</h1>
        </header>
        {chapters.map((chapter, i) => (
          <Fragment key={chapter.id}>
            {/* Shown once for consecutive chapters in the same language. */}
            {chapter.content && chapter.language !== languageBefore(chapters, i) && (
              <ShownInstead
                asked={asked}
                shown={chapter.language}
                translateAt={to.translateChapter({ storyId: story.id, chapterId: chapter.id })}
              />
            )}
            <Stretch chapter={chapter} story={story} />
          </Fragment>
        ))}
        <nav className={`${styles.readerNext} no-print`} aria-label={t('reader.chapters')} lang={lang}>
          {next ? (
            <Go
              to={to.path({ storyId: story.id, chapterId: last.id }, { from: next })}
              rel="next"
              label={t('common.view_more')}
              lang={lang}
            >
              {t('reader.path_from', { number: Number(next) + 1 })}
            </Go>
          ) : (
            <Go to={`${address}#fork`} label={t('reader.path_on')} lang={titleTag(last, story)}>
              {numberedName(t, last)}
            </Go>
          )}
          <Go to={to.story({ storyId: story.id })} label={t('reader.to_story')} lang={titleTag(story, story)}>
            {story.title}
          </Go>
        </nav>
      </main>
      <ReaderSettings>
        <PageSlot name="reader.settings" />
      </ReaderSettings>
    </>
  );
}

/** Returns the language of the previous visible chapter, if any. */
function languageBefore(chapters: Props['chapters'], i: number): Language | undefined {
  return chapters.slice(0, i).findLast(({ content }) => content !== null)?.language;
}

/** One chapter of the path, with the choice that led to it. */
function Stretch({ chapter, story }: { chapter: ChapterOnPath; story: Props['story'] }) {
  const t = useT('reader', 'translations');
  const lang = LANGUAGE_TAGS[useLanguage()];
  const { id, number, title, content, hiddenBy, author, isStale } = chapter;
  return (
    <section className={styles.stretch} aria-labelledby={`chapter-${number}`}>
      <header lang={lang}>
        <p className={`${styles.nr} small`}>
          <PathNumber chapter={chapter} language={chapter.language} />
        </p>
        <h2 id={`chapter-${number}`} lang={title === null ? undefined : LANGUAGE_TAGS[chapter.language]}>
          <Link className="quiet" to={to.chapter({ storyId: story.id, chapterId: id })}>
            {title ?? hiddenName(t, chapter)}
          </Link>
        </h2>
        {author && (
          <p className={`${styles.stretchBy} small soft`}>
            <MemberLink className="quiet" slug={author.slug}>
              {author.username}
            </MemberLink>
          </p>
        )}
        {isStale && (
          <p>
            <Badge kind="warn">{t('translations.stale')}</Badge>
          </p>
        )}
      </header>
      {content ? (
        <Prose document={content} language={chapter.language} />
      ) : (
        <div lang={lang}>
          <p>{t('reader.blocked')}</p>
          {hiddenBy === 'author' && <Slot name="own-taken-down" props={{ storyId: story.id, chapterId: id }} />}
        </div>
      )}
    </section>
  );
}
