import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import { hiddenName } from '#features/chapters/web/hidden-name.ts';
import { Prose } from '#features/chapters/web/prose.tsx';
import { minutesToRead } from '#features/stories/model/reading-time.ts';
import { useModes } from '#features/stories/web/modes.ts';
import { ShareButton } from '#features/stories/web/share/share-button.tsx';
import type { LocalPlace } from '#web/boot/reading.ts';
import { Sentence, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { PageSlot } from '#web/page/page-slot.tsx';
import type { LoadSlot } from '#web/page/page-slots.ts';
import { Slot } from '#web/page/slot.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Time } from '#web/ui/time.tsx';
import type { ChapterHead } from './chapter-head.ts';
import type { ChapterParts } from './mode-pages.ts';
import styles from './reader.module.css';
import { ReaderSettings } from './reader-settings.tsx';

export interface HiddenChapterProps {
  storyId: string;
  chapterId: string;
  /** Language that the chapter was written in. */
  language: Language;
  /** True if its author has taken it down. */
  isTakenDown?: boolean;
}

/** What the slots of a chapter’s page know. */
export interface ChapterSlotProps {
  chapter: ChapterHead;
  /** The requested language. */
  asked: Language;
  /** The text that is shown: the original, a translation, or both side by side. Nothing for a hidden chapter. */
  shows: 'nothing' | 'original' | 'translation' | 'both';
  /** True if no chapter follows, at least not yet. */
  isLast: boolean;
}

/** The slots of a chapter’s page, except those that know more. */
const WITH_CHAPTER = [
  'chapter.byline',
  'chapter.head',
  'chapter.notice',
  'chapter.margin',
  'chapter.beside',
  'chapter.end',
  'chapter.more',
] as const;

/** Loads what features show on the page of a chapter. */
export async function loadChapterSlots(loadSlot: LoadSlot, slot: ChapterSlotProps): Promise<void> {
  const { author } = slot.chapter;
  const care = author && loadSlot('chapter.care', { ...slot, author });
  await Promise.all([care, ...WITH_CHAPTER.map((name) => loadSlot(name, slot))]);
}

declare module '#web/page/page-slots.ts' {
  interface PageSlots {
    /** In the bar above the text, before the language. Loads no data. */
    'chapter.bar': Pick<ChapterSlotProps, 'chapter'>;
    /** In the line with the author: the languages that it can be read in. Takes no room of its own. */
    'chapter.byline': ChapterSlotProps;
    /** Below the title and the author: who translated it. */
    'chapter.head': ChapterSlotProps;
    /** Above the text: notices about it. */
    'chapter.notice': ChapterSlotProps;
    /** In the margin of the text, such as notes on its paragraphs. Before it in the order of reading. */
    'chapter.margin': ChapterSlotProps;
    /** In place of the text, if `shows` is `both`: the text beside its original. */
    'chapter.beside': ChapterSlotProps;
    /** Below the text, before the next chapter: what readers can do about this one. */
    'chapter.end': ChapterSlotProps;
    /** After the links to other chapters: what else there is to read. */
    'chapter.more': ChapterSlotProps;
    /** At the end: to report what is shown, and for moderators to hide it. */
    'chapter.care': ChapterSlotProps & { author: NonNullable<ChapterHead['author']> };
  }
}

declare module '#web/page/slot.tsx' {
  interface Slots {
    'hidden-chapter': HiddenChapterProps;
  }
}

declare module '#web/page/press.ts' {
  interface Presses {
    /** `language` is that of the shown text. */
    'share-chapter': { chapterId: string; language: Language };
  }
}

/** The reading position that the boot script stores while a page is read. */
function placeOf(chapter: ChapterHead): Omit<LocalPlace, 'read' | 'at'> | null {
  if (chapter.title === null) return null;
  const { story, next } = chapter;
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
    next: next && { id: next.id, number: next.number, title: next.title },
    chapterCount: story.chapterCount,
  };
}

interface Props extends ChapterSlotProps {
  /** Null for a hidden chapter, and unused if the text is shown beside its original. */
  document: ChapterDocument | null;
  /** What the writing mode shows. */
  parts: ChapterParts;
}

/** The reading page of a chapter (spec §2): the text, the actions and the navigation. Other features fill its slots. */
export function ChapterPage({ chapter, document, asked, shows, isLast, parts: { Position, End } }: Props) {
  const t = useT('reader');
  const language = useLanguage();
  const { story } = chapter;
  const { isShared } = useModes()[story.mode];
  const slot = { chapter, asked, shows, isLast };
  const place = placeOf(chapter);
  const tag = LANGUAGE_TAGS[chapter.language];
  const share = { chapterId: chapter.id, language: chapter.language };
  return (
    <>
      <main
        id="main"
        className={classNames(styles.read, shows === 'both' && styles.wide)}
        lang={tag}
        data-place={place ? JSON.stringify(place) : undefined}
        data-original={shows === 'translation' ? t('reader.original') : undefined}
        data-original-lang={shows === 'translation' ? LANGUAGE_TAGS[story.language] : undefined}
        data-minutes={place ? minutesToRead(chapter.units, story.language) : undefined}
      >
        <header className={styles.readHead} lang={LANGUAGE_TAGS[language]}>
          <p className={styles.nr}>
            {Position ? (
              <Position chapter={chapter} />
            ) : (
              t('reader.chapter_of', { number: chapter.number, count: Math.max(story.chapterCount, chapter.number) })
            )}
          </p>
          <h1 lang={chapter.title === null ? undefined : tag}>{chapter.title ?? hiddenName(t, chapter)}</h1>
          {chapter.author && (
            <div className={`${styles.by} soft`}>
              <Avatar
                name={chapter.author.username}
                src={chapter.author.avatar}
                size="tiny"
                {...(isShared && chapter.authorNumber !== null ? { colorIndex: chapter.authorNumber } : {})}
              />
              <MemberLink className="quiet" slug={chapter.author.slug}>
                {chapter.author.username}
              </MemberLink>
              <span aria-hidden="true">·</span>
              <Time at={chapter.publishedAt} kind="long" />
              <PageSlot name="chapter.byline" {...slot} />
            </div>
          )}
          <PageSlot name="chapter.head" {...slot} />
        </header>
        {document === null ? (
          <Hidden chapter={chapter} />
        ) : (
          <>
            <PageSlot name="chapter.notice" {...slot} />
            <PageSlot name="chapter.margin" {...slot} />
            {shows === 'both' ? (
              <PageSlot name="chapter.beside" {...slot} />
            ) : (
              <Prose document={document} language={chapter.language} />
            )}
          </>
        )}
        <div id="end" lang={LANGUAGE_TAGS[language]} data-text-end="">
          <div className={`${styles.endActs} no-print`}>
            <PageSlot name="chapter.end" {...slot} />
            {place && <ShareButton shares="share-chapter" of={share} />}
          </div>
          <End chapter={chapter} />
          <PageSlot name="chapter.more" {...slot} />
          {chapter.author && (
            <div className={`${styles.care} no-print`}>
              <PageSlot name="chapter.care" {...slot} author={chapter.author} />
            </div>
          )}
        </div>
      </main>
      <ReaderSettings isTranslation={shows === 'translation'}>
        <PageSlot name="reader.settings" />
        {place && <ShareButton className="only-narrow" shares="share-chapter" of={share} />}
      </ReaderSettings>
    </>
  );
}

/** In place of the text of a hidden chapter: who hid it, when, why, and where the reader can go from there. */
function Hidden({ chapter: { id, story, hiddenAt, hiddenBy, previous, next } }: { chapter: ChapterHead }) {
  const t = useT('reader');
  const isTakenDown = hiddenBy === 'author';
  const chapterAt = (chapterId: string) => to.chapter({ storyId: story.id, chapterId });
  return (
    <div className={styles.blocked} lang={LANGUAGE_TAGS[useLanguage()]}>
      <p>
        <b>{t('reader.blocked')}</b>
      </p>
      {hiddenAt && (
        <p>
          <Sentence
            id={isTakenDown ? 'reader.taken_down_why' : 'reader.blocked_why'}
            wraps={{
              day: () => <Time at={hiddenAt} kind="long" />,
              rules: (words) => <Link to={to.agreement({ type: 'user' })}>{words}</Link>,
            }}
            parts={['reader']}
          />
        </p>
      )}
      <div className={styles.ways}>
        {next && (
          <ButtonLink kind="primary" to={chapterAt(next.id)}>
            {t('reader.blocked_on', { number: next.number })}
          </ButtonLink>
        )}
        {previous && (
          <ButtonLink to={chapterAt(previous.id)}>{t('reader.blocked_back', { number: previous.number })}</ButtonLink>
        )}
        <ButtonLink to={to.story({ storyId: story.id })}>{t('reader.blocked_story')}</ButtonLink>
      </div>
      <Slot
        name="hidden-chapter"
        props={{
          storyId: story.id,
          chapterId: id,
          language: story.language,
          ...(isTakenDown ? { isTakenDown: true } : {}),
        }}
      />
    </div>
  );
}
