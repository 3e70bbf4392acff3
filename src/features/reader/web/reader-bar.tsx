import pageFiles from 'virtual:page-files';
import { List } from 'lucide';
import type { ReactNode } from 'react';
import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { titleTag } from '#features/stories/model/title-language.ts';
import { ModeMark } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { ChapterHead } from './chapter-head.ts';
import styles from './reader.module.css';
import { ReaderSettingsButton } from './reader-settings.tsx';

/**
 * The bar above a text: link to the story, chapter list, language and reader settings. The script of the reading aids
 * brings it back when the reader scrolls up, with the time that the rest takes, and opens the chapter list as a sheet.
 */
export function ReaderBar({
  story,
  logo,
  language,
  isWide = false,
  isHydrated = false,
  titlesIn,
  children,
}: {
  story: Pick<ChapterHead['story'], 'id' | 'title' | 'language' | 'titleLanguage' | 'mode'>;
  logo: ReactNode;
  language: ReactNode;
  /** True above full-width pages, where a line separates the bar from the page. */
  isWide?: boolean;
  /** True on pages that React hydrates. They don’t get the reading aids, which change the bar. */
  isHydrated?: boolean;
  /** The language of titles in the chapter list. Undefined for that of the original. */
  titlesIn?: Language | undefined;
  /** Before the language. */
  children?: ReactNode;
}) {
  const t = useT('reader');
  const isTree = useModes()[story.mode].shape === 'tree';
  return (
    <header
      className={classNames(styles.readerBar, isWide && styles.wide, 'no-print')}
      data-aids={isHydrated ? undefined : pageFiles.aids.join(' ')}
      data-left={t('reader.time_left', { time: '{time}' })}
    >
      <div className="wrap">
        <Link className={styles.back} to={to.story({ storyId: story.id })}>
          {logo}
          <span lang={titleTag(story, story)}>{story.title}</span>
        </Link>
        <div className={styles.push}>
          {isTree ? (
            <ButtonLink
              kind="icon"
              to={to.storyMap({ storyId: story.id })}
              aria-label={t('reader.story_map')}
              data-contents=""
            >
              <ModeMark mode={story.mode} />
            </ButtonLink>
          ) : (
            <ButtonLink
              kind="icon"
              to={`${to.story({ storyId: story.id })}#chapters`}
              aria-label={t('reader.contents')}
              data-contents={t('common.numbered_title', { number: '{number}', title: '{title}' })}
              data-titles={titlesIn}
            >
              <Icon of={List} />
            </ButtonLink>
          )}
          {children}
          {language}
          <ReaderSettingsButton />
        </div>
      </div>
    </header>
  );
}
