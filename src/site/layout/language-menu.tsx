import { Globe, Moon } from 'lucide';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { usePage } from '#web/ui/use-page.ts';
import { withLanguage } from '#web/ui/with-language.ts';

/** The eight languages, each by its own name. They are links, so that they work without a script. */
export function LanguageMenu() {
  const t = useT();
  const language = useLanguage();
  return (
    <Menu
      label={t('common.labelled', { name: t('common.language'), value: LANGUAGE_NAMES[language] })}
      face={
        <>
          <Icon of={Globe} />
          <span className="only-wide">{LANGUAGE_NAMES[language]}</span>
        </>
      }
    >
      <LanguageLinks />
      {/* On phones there is no room for it in the header. */}
      <hr className="only-narrow" />
      <button type="button" className="only-narrow" data-act="theme">
        <Icon of={Moon} />
        {t('common.theme')}
      </button>
    </Menu>
  );
}

/** The links only, for menus that contain more. */
export function LanguageLinks() {
  const language = useLanguage();
  const { pathname } = usePage();
  return LANGUAGES.map((code) => (
    <a
      key={code}
      href={withLanguage(pathname, code)}
      lang={LANGUAGE_TAGS[code]}
      hrefLang={LANGUAGE_TAGS[code]}
      aria-current={code === language ? 'true' : undefined}
      data-act="language"
      data-value={code}
    >
      {LANGUAGE_NAMES[code]}
    </a>
  ));
}
