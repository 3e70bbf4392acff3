import { useId, useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language, languagesIn } from '#core/languages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { me } from '#features/accounts/web/me.ts';
import { call } from '#web/api/client.ts';
import { refreshToken } from '#web/api/session.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { keepLanguagesRead, languagesRead } from '#web/boot/languages-read.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import field from '#web/ui/field.module.css';
import { toast } from '#web/ui/toast.ts';
import styles from './languages-read-dialog.module.css';

/**
 * Chooses the languages that the reader reads, and which one comes first. Kept on this device, and for members on the
 * server, too. Translations count as readable.
 */
export function LanguagesReadDialog({ onClose }: { onClose: () => void }) {
  const t = useT('discovery');
  const id = useId();
  const errorText = useErrorText();
  const own = useLanguage();
  const [chosen, setChosen] = useState<readonly Language[]>(() => {
    const kept = languagesRead();
    return kept.length > 0 ? kept : [own];
  });
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const toggle = (language: Language) => {
    setError(null);
    setChosen((before) =>
      before.includes(language) ? before.filter((other) => other !== language) : [...before, language],
    );
  };
  const save = async () => {
    if (chosen.length === 0) {
      setError(t('languages.none'));
      return;
    }
    setBusy(true);
    try {
      if (refreshToken() !== null) me.set(await call(accountApi.updateInfo, { languagesRead: [...chosen] }));
      keepLanguagesRead(chosen);
      onClose();
      toast(t('languages.saved'));
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('languages.title')} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset className={styles.languages} aria-describedby={`${id}-help`}>
          <legend className="hide">{t('languages.title')}</legend>
          <p id={`${id}-help`} className="soft">
            {t('languages.help')}
          </p>
          {LANGUAGES.map((language) => (
            <label key={language} className={field.check} lang={LANGUAGE_TAGS[language]}>
              <input type="checkbox" checked={chosen.includes(language)} onChange={() => toggle(language)} />
              <span>{LANGUAGE_NAMES[language]}</span>
            </label>
          ))}
        </fieldset>
        {chosen.length > 1 && (
          <div className={field.field}>
            <label htmlFor={id}>{t('languages.first')}</label>
            <select
              id={id}
              className={field.input}
              value={chosen[0]}
              onChange={({ target }) => setChosen((before) => languagesIn([target.value, ...before]))}
            >
              {chosen
                .toSorted((a, b) => LANGUAGES.indexOf(a) - LANGUAGES.indexOf(b))
                .map((language) => (
                  <option key={language} value={language} lang={LANGUAGE_TAGS[language]}>
                    {LANGUAGE_NAMES[language]}
                  </option>
                ))}
            </select>
          </div>
        )}
        <p role="alert" className={styles.error}>
          {error}
        </p>
        <div className={styles.acts}>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t('common.save')}
          </Button>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
