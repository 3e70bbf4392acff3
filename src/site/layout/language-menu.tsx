import { Globe, Moon } from 'lucide';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { usePage } from '#web/ui/use-page.ts';
import { withLanguage } from '#web/ui/with-language.ts';

/** The eight languages, each in its own words. Links, so that it works before and without any script. */
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
      {/* On a phone the head has no room for it. */}
      <hr className="only-narrow" />
      <button type="button" className="only-narrow" data-act="theme">
        <Icon of={Moon} />
        {t('common.theme')}
      </button>
    </Menu>
  );
}

/** The list itself, for menus that hold more. */
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
