import { Columns2, Languages } from 'lucide';
import type { ReactNode } from 'react';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { StoryInLanguage, TextVersion } from '../contract-views.ts';
import styles from './text-languages.module.css';

interface Props<V> {
  /** Path of the page without the language, such as `/story/1`. */
  address: string;
  /** Path of the translation editor. */
  translateAt: string;
  versions: readonly V[];
  shown: Language;
  isBeside?: boolean;
  /** True in a line of text, which it doesn’t make higher. */
  isInLine?: boolean;
  /** A note on a version, besides that it is the original or out of date. */
  noteOf?: (version: V) => ReactNode;
}

/**
 * The languages that a text is available in, as links that work without JavaScript, and those that it can be translated
 * into.
 */
export function TextLanguages<V extends TextVersion>({
  address,
  translateAt,
  versions,
  shown,
  isBeside,
  isInLine = false,
  noteOf,
}: Props<V>) {
  const t = useT('translations');
  const missing = LANGUAGES.filter((language) => versions.every((version) => version.language !== language));
  const isTranslation = versions.some(({ language, isOriginal }) => language === shown && !isOriginal);
  return (
    <Menu
      label={t('translations.menu', { language: LANGUAGE_NAMES[shown] })}
      className={isInLine ? styles.inLine : styles.button}
      panelClassName={styles.list}
      face={
        <>
          <Icon of={Languages} />
          <span className={isInLine ? 'only-wide' : undefined} lang={LANGUAGE_TAGS[shown]}>
            {LANGUAGE_NAMES[shown]}
          </span>
          {!isInLine && versions.length > 1 && <span className={styles.more} data-more={`+${versions.length - 1}`} />}
        </>
      }
    >
      {versions.map((version) => (
        <Link
          key={version.language}
          to={`${address}?lang=${version.language}`}
          hrefLang={LANGUAGE_TAGS[version.language]}
          aria-current={version.language === shown && !isBeside ? 'true' : undefined}
        >
          <span className={styles.version}>
            <span lang={LANGUAGE_TAGS[version.language]}>{LANGUAGE_NAMES[version.language]}</span>
            {version.isOriginal && <span className="small soft">{t('translations.original')}</span>}
            {noteOf?.(version)}
            {version.isStale && <span className="small soft">{t('translations.stale')}</span>}
          </span>
        </Link>
      ))}
      {isBeside !== undefined && isTranslation && (
        <>
          <hr />
          <Link to={`${address}?lang=${shown}&beside=1`} aria-current={isBeside ? 'true' : undefined}>
            <Icon of={Columns2} />
            {t('translations.beside')}
          </Link>
        </>
      )}
      {missing.length > 0 && (
        <>
          <hr />
          <p className={`${styles.into} small soft`}>{t('translations.into')}</p>
          {missing.map((language) => (
            <Link key={language} to={`${translateAt}?lang=${language}`} lang={LANGUAGE_TAGS[language]}>
              {LANGUAGE_NAMES[language]}
            </Link>
          ))}
        </>
      )}
    </Menu>
  );
}

/** The same for a story, with the number of translated chapters per language. */
export function StoryLanguages({
  storyId,
  versions,
  shown,
  chapterCount,
}: {
  storyId: string;
  versions: StoryInLanguage['versions'];
  shown: Language;
  chapterCount: number;
}) {
  const t = useT('translations');
  return (
    <TextLanguages
      address={to.story({ storyId })}
      translateAt={to.translateStory({ storyId })}
      versions={versions.map((version) => ({ ...version, isStale: version.isStale || version.staleChapters > 0 }))}
      shown={shown}
      noteOf={({ isOriginal, chapters }) =>
        !isOriginal && (
          <span className="small soft">{t('translations.chapters', { count: chapters, total: chapterCount })}</span>
        )
      }
    />
  );
}
