import { List } from 'lucide';
import { lazy, type ReactNode, Suspense } from 'react';
import { LANGUAGE_NAMES, LANGUAGE_TAGS } from '#core/languages.ts';
import type { ChapterWays } from '#features/branch/contract.ts';
import { PathNumber } from '#features/branch/web/path-number.tsx';
import type { ChapterView } from '#features/chapters/contract.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import { Prose } from '#features/chapters/web/prose.tsx';
import type { ChapterRounds } from '#features/contest/web/chapter-rounds.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { ModeMark } from '#features/stories/web/mode.tsx';
// Its styles come with those of every page for reading, as they are needed where no script runs.
import '#features/branch/web/fork-end.module.css';
import '#features/branch/web/path-back.module.css';
import '#features/contest/web/chapter-end.module.css';
import { useSignedIn } from '#web/api/session.ts';
import type { LocalPlace } from '#web/boot/reading.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Time } from '#web/ui/time.tsx';
import type { ChapterHead } from './chapter-head.ts';
import { Go } from './go.tsx';
import styles from './reader.module.css';
import { ReaderSettings, ReaderSettingsButton } from './reader-settings.tsx';

// Only branches need it in the browser. The server writes a page in one go and has it from the start.
const branchEnd = import.meta.env.SSR ? await import('./branch-end.tsx') : null;
const BranchEnd =
  branchEnd?.BranchEnd ?? lazy(() => import('./branch-end.tsx').then((m) => ({ default: m.BranchEnd })));

// And only competitions need this.
const contestEnd = import.meta.env.SSR ? await import('#features/contest/web/chapter-end.tsx') : null;
const ContestEnd =
  contestEnd?.ContestChapterEnd ??
  lazy(() => import('#features/contest/web/chapter-end.tsx').then((m) => ({ default: m.ContestChapterEnd })));

const ReaderActs = lazy(() => import('./reader-acts.tsx').then((m) => ({ default: m.ReaderActs })));

/** What the boot script keeps of a page being read, for continuing later. */
function placeOf(chapter: ChapterHead): Omit<LocalPlace, 'read' | 'at'> | null {
  if (chapter.title === null) return null;
  const { story } = chapter;
  return {
    storyId: story.id,
    storyTitle: story.title,
    language: story.language,
    mode: story.mode,
    coverUrl: story.coverUrl,
    chapterId: chapter.id,
    number: chapter.number,
    chapterTitle: chapter.title,
    next: chapter.next,
    chapterCount: story.chapterCount,
  };
}

/** The bar above a text: back to the story, its chapters, the language, the reader's settings. */
export function ReaderBar({
  story,
  logo,
  language,
  isWide = false,
}: {
  story: { id: string; title: string; language: ChapterView['language']; mode: WritingMode };
  logo: ReactNode;
  language: ReactNode;
  /** Above pages that take the whole width, where a line divides it from them. */
  isWide?: boolean;
}) {
  const t = useT('reader');
  return (
    <header className={classNames(styles.readerBar, isWide && styles.wide, 'no-print')}>
      <div className="wrap">
        <Link className={styles.back} to={`/story/${story.id}`}>
          {logo}
          <span lang={LANGUAGE_TAGS[story.language]}>{story.title}</span>
        </Link>
        <div className={styles.push}>
          {story.mode === 'branch' ? (
            <ButtonLink kind="icon" to={`/story/${story.id}/map`} aria-label={t('reader.story_map')}>
              <ModeMark mode="branch" />
            </ButtonLink>
          ) : (
            <ButtonLink kind="icon" to={`/story/${story.id}#chapters`} aria-label={t('reader.contents')}>
              <Icon of={List} />
            </ButtonLink>
          )}
          {language}
          <ReaderSettingsButton />
        </div>
      </div>
    </header>
  );
}

/** A chapter to read (spec §2): the text, what may be done here, the way on. */
export function ChapterPage({
  chapter,
  document,
  ways,
  rounds,
}: {
  chapter: ChapterHead;
  document: ChapterDocument | null;
  /** What stands around the chapter of a branch; null in a line. */
  ways: ChapterWays | null;
  /** The rounds around the chapter of a competition; null in the other modes. */
  rounds: ChapterRounds | null;
}) {
  const t = useT('reader');
  const language = useLanguage();
  const signedIn = useSignedIn();
  const { story } = chapter;
  const place = placeOf(chapter);
  const tag = LANGUAGE_TAGS[chapter.language];
  return (
    <>
      <main id="main" className={styles.read} lang={tag} data-place={place ? JSON.stringify(place) : undefined}>
        <header className={styles.readHead} lang={LANGUAGE_TAGS[language]}>
          <p className={styles.nr}>
            {ways ? (
              <PathNumber chapter={chapter} language={story.language} />
            ) : (
              t('reader.chapter_of', { number: chapter.number, count: Math.max(story.chapterCount, chapter.number) })
            )}
          </p>
          <h1 lang={chapter.title === null ? undefined : tag}>{chapter.title ?? t('reader.blocked_title')}</h1>
          {chapter.author && (
            <p className={`${styles.by} soft`}>
              <Avatar name={chapter.author.username} src={chapter.author.avatar} size="tiny" />
              <Link className="quiet" to={`/user/${chapter.author.slug}`}>
                {chapter.author.username}
              </Link>
              <span aria-hidden="true">·</span>
              <Time at={chapter.publishedAt} kind="long" />
            </p>
          )}
        </header>
        {document === null ? (
          <div className={styles.blocked} lang={LANGUAGE_TAGS[language]}>
            <p>{t('reader.blocked')}</p>
            {chapter.next && (
              <ButtonLink to={`/story/${story.id}/chapter/${chapter.next.id}`}>
                {t('reader.blocked_on', { number: chapter.next.number })}
              </ButtonLink>
            )}
          </div>
        ) : (
          <>
            {chapter.language !== language && (
              <div className={styles.banner} lang={LANGUAGE_TAGS[language]}>
                <Banner>
                  {chapter.language === 'en'
                    ? t('reader.shown_in_english')
                    : t('reader.shown_in_original', { language: LANGUAGE_NAMES[chapter.language] })}
                </Banner>
              </div>
            )}
            <Prose document={document} language={chapter.language} />
          </>
        )}
        <div lang={LANGUAGE_TAGS[language]} data-text-end="">
          {ways ? (
            <Suspense>
              <BranchEnd chapter={chapter} ways={ways} />
            </Suspense>
          ) : (
            <>
              <Suspense>
                {signedIn && (
                  <ReaderActs chapterId={chapter.id} storyId={story.id} end={chapter.next ? 'goes_on' : 'last'} />
                )}
              </Suspense>
              {rounds && (
                <Suspense>
                  <ContestEnd story={chapter.story} rounds={rounds} />
                </Suspense>
              )}
              <Onwards chapter={chapter} />
            </>
          )}
        </div>
      </main>
      <ReaderSettings />
    </>
  );
}

/** Next, previous, and the story; hidden chapters are passed over. */
function Onwards({ chapter }: { chapter: ChapterHead }) {
  const t = useT('reader');
  const { story, next, previous } = chapter;
  const chapters = `/story/${story.id}/chapter`;
  return (
    <nav className={`${styles.readerNext} no-print`} aria-label={t('reader.chapters')}>
      {next && (
        <Go to={`${chapters}/${next.id}`} rel="next" label={t('reader.next')} language={story.language}>
          {t('common.numbered_title', next)}
        </Go>
      )}
      {previous && (
        <Go to={`${chapters}/${previous.id}`} rel="prev" label={t('reader.previous')} language={story.language}>
          {t('common.numbered_title', previous)}
        </Go>
      )}
      <Go to={`/story/${story.id}`} label={t('reader.to_story')} language={story.language}>
        {story.title}
      </Go>
    </nav>
  );
}
