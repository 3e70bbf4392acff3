import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { Prose } from '#features/chapters/web/prose.tsx';
import { ModeratorActionsSlot } from '#features/moderation/web/moderator-actions-slot.tsx';
import { ReportButton } from '#features/moderation/web/report-button.tsx';
import type { TextVersion } from '#features/translation/contract-views.ts';
import { BesideOriginal } from '#features/translation/web/beside.tsx';
import { type Credited, Credits, ShownInstead } from '#features/translation/web/credits.tsx';
import { TextLanguages } from '#features/translation/web/text-languages.tsx';
import type { LocalPlace } from '#web/boot/reading.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Time } from '#web/ui/time.tsx';
import type { ChapterHead, ShownText } from './chapter-head.ts';
import type { ChapterParts } from './mode-pages.ts';
import styles from './reader.module.css';
import { ReaderSettings } from './reader-settings.tsx';

export interface HiddenChapterProps {
  storyId: string;
  chapterId: string;
  /** Language that the chapter was written in. */
  language: Language;
}

declare module '#web/page/slot.tsx' {
  interface Slots {
    'hidden-chapter': HiddenChapterProps;
  }
}

/** The reading position that the boot script stores while a page is read. */
function placeOf(chapter: ChapterHead): Omit<LocalPlace, 'read' | 'at'> | null {
  if (chapter.title === null) return null;
  const { story } = chapter;
  return {
    storyId: story.id,
    storyTitle: story.title,
    language: story.titleLanguage ?? story.language,
    chapterLanguage: chapter.language,
    mode: story.mode,
    coverUrl: story.coverUrl,
    chapterId: chapter.id,
    number: chapter.number,
    chapterTitle: chapter.title,
    next: chapter.next,
    chapterCount: story.chapterCount,
  };
}

/** The reading page of a chapter (spec §2): the text, the actions and the navigation. */
export function ChapterPage({
  chapter,
  text,
  asked,
  versions,
  credits,
  parts: { Position, End },
}: {
  chapter: ChapterHead;
  /** The text by itself or beside the original. Null for a hidden chapter. */
  text: ShownText | null;
  /** The requested language. */
  asked: Language;
  /** The languages that it can be read in. */
  versions: readonly TextVersion[];
  /** Who translated the shown text. */
  credits: Credited | null;
  /** What the writing mode shows. */
  parts: ChapterParts;
}) {
  const t = useT('reader');
  const language = useLanguage();
  const { story } = chapter;
  const place = placeOf(chapter);
  const tag = LANGUAGE_TAGS[chapter.language];
  const translateAt = to.translateChapter({ storyId: story.id, chapterId: chapter.id });
  return (
    <>
      <main
        id="main"
        className={classNames(styles.read, text !== null && 'rows' in text && styles.wide)}
        lang={tag}
        data-place={place ? JSON.stringify(place) : undefined}
      >
        <header className={styles.readHead} lang={LANGUAGE_TAGS[language]}>
          <p className={styles.nr}>
            {Position ? (
              <Position chapter={chapter} />
            ) : (
              t('reader.chapter_of', { number: chapter.number, count: Math.max(story.chapterCount, chapter.number) })
            )}
          </p>
          <h1 lang={chapter.title === null ? undefined : tag}>{chapter.title ?? t('reader.blocked_title')}</h1>
          {chapter.author && (
            <p className={`${styles.by} soft`}>
              <Avatar name={chapter.author.username} src={chapter.author.avatar} size="tiny" />
              <MemberLink className="quiet" slug={chapter.author.slug}>
                {chapter.author.username}
              </MemberLink>
              <span aria-hidden="true">·</span>
              <Time at={chapter.publishedAt} kind="long" />
            </p>
          )}
          {credits && <Credits of={credits} editAt={`${translateAt}?lang=${chapter.language}`} />}
          {text !== null && (
            <TextLanguages
              address={to.chapter({ storyId: story.id, chapterId: chapter.id })}
              translateAt={translateAt}
              versions={versions}
              shown={chapter.language}
              isBeside={'rows' in text}
            />
          )}
        </header>
        {text === null ? (
          <div className={styles.blocked} lang={LANGUAGE_TAGS[language]}>
            <p>{t('reader.blocked')}</p>
            {chapter.next && (
              <ButtonLink to={to.chapter({ storyId: story.id, chapterId: chapter.next.id })}>
                {t('reader.blocked_on', { number: chapter.next.number })}
              </ButtonLink>
            )}
            <Slot
              name="hidden-chapter"
              props={{ storyId: story.id, chapterId: chapter.id, language: story.language }}
            />
          </div>
        ) : (
          <>
            <ShownInstead asked={asked} shown={chapter.language} translateAt={translateAt} />
            {'rows' in text ? (
              <BesideOriginal rows={text.rows} original={story.language} language={chapter.language} />
            ) : (
              <Prose document={text.document} language={chapter.language} />
            )}
          </>
        )}
        <div lang={LANGUAGE_TAGS[language]} data-text-end="">
          <End chapter={chapter} />
          {chapter.author && <Care chapter={chapter} author={chapter.author} credits={credits} />}
        </div>
      </main>
      <ReaderSettings />
    </>
  );
}

const ownerOf = ({ id, username }: { id: string; username: string }) => ({ id, username });

/** Links below the text: to report what is shown, and for moderators to hide it. */
function Care({
  chapter,
  author,
  credits,
}: {
  chapter: ChapterHead;
  author: NonNullable<ChapterHead['author']>;
  credits: Credited | null;
}) {
  const { language } = chapter;
  return (
    <div className={`${styles.care} no-print`}>
      {credits ? (
        <ReportButton kind="translation" targetId={credits.id} />
      ) : (
        <ReportButton kind="chapter" targetId={chapter.id} />
      )}
      <ModeratorActionsSlot
        requests={[
          { action: 'hide_chapter', targetId: chapter.id, owner: ownerOf(author), language },
          ...(credits
            ? [{ action: 'take_down' as const, targetId: credits.id, owner: ownerOf(credits.translator), language }]
            : []),
        ]}
      />
    </div>
  );
}
