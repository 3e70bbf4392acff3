import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { ModeLabel } from '#features/stories/web/mode.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Cover } from '#web/ui/cover.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import styles from './resume.module.css';

/** A story to go on with, wherever its place is kept. */
export interface ResumePlace {
  storyId: string;
  storyTitle: string;
  /** What the titles of the story and of the chapter are in. */
  language: Language;
  chapterLanguage: Language;
  mode: WritingMode;
  coverUrl: string;
  /** The one to go on with. */
  chapter: { id: string; number: number; title: string };
  /** That very chapter was read to its end. */
  atEnd: boolean;
  readCount: number;
  chapterCount: number;
}

/** How many are shown. */
export const SHOWN = 2;

/** Two stories, the newer one larger; null keeps the place while they are fetched. */
export function ResumePlaces({ places }: { places: ResumePlace[] | null }) {
  const t = useT('reader');
  if (places?.length === 0) return null;
  return (
    <Section title={t('resume.title')} className={classNames(styles.part, 'when-reading')}>
      <div className={styles.resume}>
        {places ? (
          places.slice(0, SHOWN).map((place, i) => <Item key={place.storyId} place={place} second={i > 0} />)
        ) : (
          <Placeholder />
        )}
      </div>
    </Section>
  );
}

function Placeholder() {
  return (
    <div className={styles.resumeItem} aria-hidden="true">
      <span className={styles.blank} />
    </div>
  );
}

/** Where a branch was read to the end of a chapter, one goes on by choosing. */
function addressOf({ storyId, mode, chapter, atEnd }: ResumePlace): string {
  return to.chapter({ storyId, chapterId: chapter.id }) + (mode === 'branch' && atEnd ? '#fork' : '');
}

function Item({ place, second }: { place: ResumePlace; second: boolean }) {
  const t = useT('reader');
  const tag = LANGUAGE_TAGS[place.language];
  const label = t('resume.read_of', { read: Math.min(place.readCount, place.chapterCount), count: place.chapterCount });
  return (
    <article className={classNames(styles.resumeItem, second && styles.second)}>
      <Cover src={place.coverUrl} eager />
      <div className={styles.body}>
        <p className={styles.name} lang={tag}>
          <Link className="quiet" to={addressOf(place)}>
            {place.storyTitle}
          </Link>
        </p>
        <p className="soft serif" lang={LANGUAGE_TAGS[place.chapterLanguage]}>
          {t('common.numbered_title', place.chapter)}
        </p>
        <progress
          className={styles.spool}
          max={place.chapterCount}
          value={Math.min(place.readCount, place.chapterCount)}
          aria-label={label}
        />
        <Meta>
          <ModeLabel mode={place.mode} />
          <span>{label}</span>
        </Meta>
      </div>
    </article>
  );
}
