import { ChevronDown } from 'lucide';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type LeavingView, leavingApi } from '../contract-leaving.ts';
import { TEXT_FATES, type TextFate } from '../model/leaving.ts';
import styles from './texts-and-you.module.css';
import { withToken } from './use-leaving.ts';

/** What becomes of the texts, with their real numbers, and the password before anything is planned. */
export function DeleteForm({
  view,
  token,
  onPlanned,
}: {
  view: LeavingView;
  token?: string;
  onPlanned: (answer: { leavingAt: string; token: string }) => void;
}) {
  const t = useT('leaving');
  const errorText = useErrorText();
  const [texts, setTexts] = useState<TextFate>('keep');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { keep, delete: going } = view.outlook;
  const choices: Record<TextFate, { title: string; text: string }> = {
    keep: { title: t('leaving.stay_title'), text: t('leaving.stay_text', keep) },
    delete: {
      title: t('leaving.go_title'),
      text: t('leaving.go_text', { ...going, title: going.title ?? '', others: going.stories - 1 }),
    },
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setWrong(undefined);
    setFailure(undefined);
    try {
      const input = view.hasPassword ? { texts, password } : { texts };
      onPlanned(await call(leavingApi.deleteAccount, input, withToken(token)));
    } catch (error) {
      const ofField = error instanceof ApiError ? error.fields.password : undefined;
      if (ofField) setWrong(ofField);
      else setFailure(errorText(error));
    }
    setBusy(false);
  };
  return (
    <details className={styles.fold}>
      <summary>
        {t('leaving.delete_account')}
        <Icon of={ChevronDown} />
      </summary>
      <form className={styles.inside} noValidate onSubmit={submit}>
        <p>{t('leaving.grace')}</p>
        <fieldset className={styles.choose}>
          <legend>{t('leaving.which')}</legend>
          {TEXT_FATES.map((fate) => (
            <label key={fate} className={styles.choice}>
              <input type="radio" name="texts" value={fate} checked={texts === fate} onChange={() => setTexts(fate)} />
              <span>
                <b>{choices[fate].title}</b>
                <span>{choices[fate].text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {view.hasPassword ? (
          <TextField
            label={t('leaving.password')}
            type="password"
            autoComplete="current-password"
            value={password}
            error={wrong}
            onChange={({ target }) => setPassword(target.value)}
          />
        ) : (
          <p className="small soft">{t('leaving.fresh_sign_in')}</p>
        )}
        {failure && <Banner kind="danger">{failure}</Banner>}
        <Button kind="danger" type="submit" busy={isBusy}>
          {t('leaving.delete')}
        </Button>
      </form>
    </details>
  );
}
