import { LANGUAGE_TAGS, writeLanguages } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { withSoftHyphens } from '#features/stories/model/long-words.ts';
import { LanguageMark } from '#features/stories/web/language-mark.tsx';
import { ModeMark, useModeColor, useModeName } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import row from '#web/ui/act-row.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import more from '#web/ui/more.module.css';
import { Section } from '#web/ui/section.tsx';
import { TimeLeftSlot } from '#web/ui/time-left-slot.tsx';
import type { Home, OpenStory } from '../contract.ts';
import { WAITING_SHOWN } from '../model/sorts.ts';
import styles from './waiting.module.css';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'without-own': object;
  }
}

/** Stories that the reader could write in now. Extras replace the member’s own stories, and can be opened. */
export function LookingForWriters({ home: { waiting, languages } }: { home: Home }) {
  const t = useT('discovery');
  return (
    <Section
      id="waiting"
      title={t('home.waiting')}
      languages={writeLanguages(languages)}
      // It is there even if it is empty, because there may be stories in other languages.
      hidden={waiting.length === 0}
    >
      <div>
        <ul className={styles.calls} data-waiting="">
          {waiting.map((story, i) => (
            <Call key={story.id} story={story} isExtra={i >= WAITING_SHOWN} />
          ))}
        </ul>
        {/* Shows the extras above it, without a script. */}
        <details className={styles.rest} hidden={waiting.length <= WAITING_SHOWN}>
          <summary className={more.more}>
            {t('common.view_more')}
            <span className="hide">: {t('home.waiting')}</span>
          </summary>
        </details>
        {waiting.length > 0 && <Slot name="without-own" props={{}} />}
      </div>
    </Section>
  );
}

/** What the story needs, with a link to where the reader can contribute. */
function Call({ story, isExtra }: { story: OpenStory; isExtra: boolean }) {
  const t = useT('discovery');
  const language = useLanguage();
  const modeName = useModeName();
  const tag = LANGUAGE_TAGS[story.titleLanguage];
  const color = useModeColor();
  const hasPlaces = useModes()[story.mode].shape === 'tree' && story.isOpen;
  return (
    <li className={color(story.mode)} data-story={story.id} data-extra={isExtra ? '' : undefined}>
      <ModeMark mode={story.mode} />
      <p className={classNames(row.name, styles.name)} lang={tag}>
        <span className="hide" lang={LANGUAGE_TAGS[language]}>
          {t('common.labelled', { name: modeName(story.mode), value: '' })}
        </span>
        <Link className="quiet" to={to.story({ storyId: story.id })}>
          {withSoftHyphens(story.title)}
        </Link>
        <LanguageMark language={story.titleLanguage} className={styles.language} />
      </p>
      <p className={styles.want}>
        {hasPlaces && story.latest ? (
          t('home.after_chapter', { chapter: story.latest.title })
        ) : story.round ? (
          <RoundWants round={story.round} />
        ) : (
          <Places story={story} />
        )}
      </p>
      <p className={styles.until}>
        <Until story={story} hasPlaces={hasPlaces} />
      </p>
      <Link className={classNames(row.go, styles.go)} to={spotOf(story, hasPlaces)}>
        {!story.isOpen
          ? t('home.ask_to_join')
          : hasPlaces
            ? t('home.write_from_here')
            : story.round
              ? t('home.join_and_write')
              : t('home.join_queue')}
        <span className="hide">
          {t('common.labelled', { name: '', value: '' })}
          <span lang={tag}>{story.title}</span>
        </span>
      </Link>
    </li>
  );
}

/**
 * The URL where the reader can write in it or join it. `hasPlaces` is true if they can write after its latest chapter. A
 * round is joined from the page of its story, because an entry continues what stands there.
 */
function spotOf({ id, isOpen, latest, round }: OpenStory, hasPlaces: boolean): string {
  if (hasPlaces && latest) return `${to.chapter({ storyId: id, chapterId: latest.id })}#fork`;
  if (isOpen && round?.writingEndsAt) return to.story({ storyId: id });
  return `${to.story({ storyId: id })}#join`;
}

function RoundWants({ round: { writingEndsAt, missing } }: { round: NonNullable<OpenStory['round']> }) {
  const t = useT('discovery');
  if (writingEndsAt) return t('home.round_open');
  return missing > 0 ? t('home.round_short', { count: missing }) : t('home.round_soon');
}

/** The deadline for writing, or the number of the next chapter. */
function Until({ story: { round, chapterCount }, hasPlaces }: { story: OpenStory; hasPlaces: boolean }) {
  const t = useT('discovery');
  if (round?.writingEndsAt) return <TimeLeftSlot until={round.writingEndsAt} />;
  if (hasPlaces) return t('home.no_deadline');
  return round ? null : t('home.chapter_next', { number: chapterCount + 1 });
}

function Places({ story: { isOpen, openSpots } }: { story: OpenStory }) {
  const t = useT('discovery');
  if (openSpots === null) return t('home.any_asked');
  return isOpen ? t('home.places_open', { count: openSpots }) : t('home.places_asked', { count: openSpots });
}
