import { Search, X } from 'lucide';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { forgetSearches, keepSearch, keptSearches } from '#web/boot/searches.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import chips from '#web/ui/chip.module.css';
import { Icon } from '#web/ui/icon.tsx';
import { useHref } from '#web/ui/link.tsx';
import styles from './search-box.module.css';

/**
 * The search box (spec §2): Enter keeps the words, goes to the results and empties the box; an empty focused box shows
 * what was looked for before. Without script it is a plain form; before React is there the boot script keeps the words.
 */
export function SearchBox({
  id,
  words = '',
  isPart = false,
}: {
  id: string;
  /** What it begins with. */
  words?: string;
  /** Part of the page of results, where phones find it; there it keeps the words. */
  isPart?: boolean;
}) {
  const t = useT();
  const href = useHref();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(words);
  const [history, setHistory] = useState<string[]>([]);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);

  const open = () => {
    setHistory(keptSearches());
    setIsOpen(true);
  };
  // What was typed, and where the focus went, before React was there; known before anything else can be pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it comes
  useLayoutEffect(() => {
    setText(input.current?.value ?? '');
    if (document.activeElement === input.current) open();
  }, []);

  const search = (wanted: string) => {
    keepSearch(wanted);
    if (!isPart) setText('');
    setIsOpen(false);
    input.current?.blur();
    location.assign(href(`/search_result?q=${encodeURIComponent(wanted)}`));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted) search(wanted);
  };
  return (
    <search className={isPart ? styles.part : styles.seek}>
      <form ref={box} action="/search_result" data-seek="" onSubmit={submit} className={styles.form}>
        <label className="hide" htmlFor={id}>
          {t('common.search')}
        </label>
        <span className={styles.glass}>
          <Icon of={Search} />
        </span>
        <input
          ref={input}
          className={styles.input}
          id={id}
          name="q"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          maxLength={100}
          autoComplete="off"
          placeholder={t('common.search_hint')}
          // biome-ignore lint/a11y/noAutofocus: who comes without any wish has pressed the glass in order to search
          autoFocus={isPart && words === ''}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onFocus={open}
          onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
        />
        {text !== '' && (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('common.search_empty')}
            onClick={() => {
              setText('');
              input.current?.focus();
            }}
          >
            <Icon of={X} />
          </button>
        )}
        {isOpen && text === '' && history.length > 0 && (
          <div className={styles.history}>
            <p className={styles.head}>
              <span>{t('common.search_history')}</span>
              <Button
                kind="bare"
                small
                onClick={() => {
                  forgetSearches();
                  setHistory([]);
                  input.current?.focus();
                }}
              >
                {t('common.search_history_clear')}
              </Button>
            </p>
            <div className={chips.chips}>
              {history.map((past) => (
                <button key={past} type="button" className={chips.chip} onClick={() => search(past)}>
                  {past}
                </button>
              ))}
            </div>
          </div>
        )}
      </form>
    </search>
  );
}
