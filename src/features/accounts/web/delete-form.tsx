import { ChevronDown } from 'lucide';
import { useState } from 'react';
import { anyText } from '#core/text-rules.ts';
import { useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { accountDeletionApi, type DeletionView } from '../contract-account-deletion.ts';
import { CONTENT_POLICIES, type ContentPolicy } from '../model/account-deletion.ts';
import { givenPassword } from '../model/password.ts';
import styles from './texts-and-you.module.css';
import { withToken } from './use-deletion.ts';

/** Shows what happens to the member’s writing, with actual counts, and asks for the password. */
export function DeleteForm({
  view,
  token,
  onPlanned,
}: {
  view: DeletionView;
  token?: string;
  onPlanned: (answer: { deletionDueAt: string; token: string }) => void;
}) {
  const t = useT('leaving');
  const [texts, setTexts] = useState<ContentPolicy>('keep');
  const [password, setPassword] = useState('');
  const { fields, failure, isBusy, submit } = useApiForm({
    rules: { password: view.hasPassword ? givenPassword : anyText },
    values: { password },
    send: async (sent) =>
      onPlanned(
        await call(
          accountDeletionApi.deleteAccount,
          view.hasPassword ? { texts, ...sent } : { texts },
          withToken(token),
        ),
      ),
  });
  const { keep, delete: going } = view.deletionPreview;
  const choices: Record<ContentPolicy, { title: string; text: string }> = {
    keep: { title: t('leaving.stay_title'), text: t('leaving.stay_text', keep) },
    delete: {
      title: t('leaving.go_title'),
      text: t('leaving.go_text', { ...going, title: going.title ?? '', others: going.stories - 1 }),
    },
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
          {CONTENT_POLICIES.map((fate) => (
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
            {...fields.of('password')}
            label={t('leaving.password')}
            type="password"
            autoComplete="current-password"
            value={password}
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
