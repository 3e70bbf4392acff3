import { Search, X } from 'lucide';
import { use } from 'react';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import chips from '#web/ui/chip.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { NamedLanguage } from '#web/ui/link.tsx';
import styles from './search-box.module.css';

/** The search box (spec §2). It is a plain form; `boot/search-box.ts` adds the history. */
export function SearchBox({
  id,
  words = '',
  isPart = false,
  autoFocus = false,
}: {
  id: string;
  /** Initial value. */
  words?: string;
  /** True for the box on the results page, which is used on phones. It keeps its text. */
  isPart?: boolean;
  /** True if the visitor came here in order to type. */
  autoFocus?: boolean;
}) {
  const t = useT();
  const language = use(NamedLanguage);
  return (
    <search className={isPart ? styles.part : styles.seek}>
      <form action={to.search()} data-seek={isPart ? 'stays' : ''} className={styles.form}>
        <label className="hide" htmlFor={id}>
          {t('common.search')}
        </label>
        <span className={styles.glass}>
          <Icon of={Search} />
        </span>
        <input
          className={styles.input}
          id={id}
          name="q"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          maxLength={100}
          autoComplete="off"
          placeholder={t('common.search_hint')}
          // biome-ignore lint/a11y/noAutofocus: the visitor has pressed the icon in order to search
          autoFocus={autoFocus}
          defaultValue={words}
        />
        {language && <input type="hidden" name="t" value={language} />}
        <button
          type="button"
          className={classNames(styles.clear, 'needs-script')}
          aria-label={t('common.search_empty')}
          data-act="empty"
        >
          <Icon of={X} />
        </button>
        {/* Focusable, because WebKit doesn’t focus a pressed button, and the history would close. */}
        <div className={styles.history} tabIndex={-1}>
          <p className={styles.head}>
            <span>{t('common.search_history')}</span>
            <Button kind="bare" small data-act="forget">
              {t('common.search_history_clear')}
            </Button>
          </p>
          <div className={chips.chips} data-chip={chips.chip} />
        </div>
      </form>
    </search>
  );
}
