import { Suspense, useId, useState } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language } from '#core/languages.ts';
import { ACCOUNT_HASH, to } from '#core/pages.ts';
import { accountApi, type Me } from '#features/accounts/contract.ts';
import { me as ownAccount } from '#features/accounts/web/me.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { keepLanguage } from '#web/boot/preferences.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import fields from '#web/ui/field.module.css';
import { Section } from '#web/ui/section.tsx';
import settingList from '#web/ui/setting-list.module.css';
import { toast } from '#web/ui/toast.ts';
import styles from './account-settings.module.css';
import { ChangeEmail } from './change-email.tsx';
import { PasswordRow } from './password-row.tsx';
import { ProviderRow } from './provider-row.tsx';

/** Settings of the account that aren’t part of the public profile. */
export function AccountSettings({ me }: { me: Me }) {
  const t = useT('account');
  const [isChanging, setChanging] = useState(false);
  return (
    <Section id={ACCOUNT_HASH.slice(1)} title={t('account.account')}>
      <ul className={settingList.settings}>
        <li>
          <div>
            <b>{t('account.email')}</b>
            <p>{me.email}</p>
            {!me.hasPassword && <p>{t('account.email_needs_password')}</p>}
          </div>
          {me.hasPassword && (
            <Button small onClick={() => setChanging(true)} aria-label={t('account.change_email')}>
              {t('account.change_short')}
            </Button>
          )}
        </li>
        <PasswordRow me={me} />
        <li>
          <div>
            <b>{t('account.security')}</b>
            <p>{t('account.security_help')}</p>
          </div>
          <ButtonLink small to={to.security()} aria-label={t('account.security_go')}>
            {t('account.security_open')}
          </ButtonLink>
        </li>
        <ProviderRow me={me} provider="google" />
        <ProviderRow me={me} provider="openid" />
        <PreferredLanguage me={me} />
        <RoomSlot name="profile.settings" me={me} />
      </ul>
      <Suspense>{isChanging && <ChangeEmail onClose={() => setChanging(false)} />}</Suspense>
    </Section>
  );
}

/** Language of the pages and emails. Saved with a button, because the page then changes its language right away. */
function PreferredLanguage({ me }: { me: Me }) {
  const t = useT('account');
  const id = useId();
  const errorText = useErrorText();
  const shown = useLanguage();
  const [chosen, setChosen] = useState<Language>(me.preferred_language);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      ownAccount.set(await call(accountApi.updateInfo, { preferred_language: chosen }));
      if (chosen === shown) toast(t('account.saved'));
      else keepLanguage(chosen);
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(false);
  };
  return (
    <li>
      <div>
        <label htmlFor={id}>{t('account.language')}</label>
        <p id={`${id}-help`}>{t('account.language_help')}</p>
      </div>
      <div className={styles.choice}>
        <select
          id={id}
          className={fields.input}
          aria-describedby={`${id}-help`}
          value={chosen}
          onChange={({ target }) => isLanguage(target.value) && setChosen(target.value)}
        >
          {LANGUAGES.map((code) => (
            <option key={code} value={code} lang={LANGUAGE_TAGS[code]}>
              {LANGUAGE_NAMES[code]}
            </option>
          ))}
        </select>
        {chosen !== me.preferred_language && (
          <Button kind="primary" small busy={isBusy} onClick={save}>
            {t('common.save')}
          </Button>
        )}
      </div>
    </li>
  );
}
