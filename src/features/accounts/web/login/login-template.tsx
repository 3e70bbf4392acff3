import { Eye, EyeOff, KeyRound, X } from 'lucide';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import dialog from '#web/ui/dialog.module.css';
import fields from '#web/ui/field.module.css';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import dots from '#web/ui/status-dot.module.css';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { LOGIN_PASSWORD_HINT } from '../../model/account-limits.ts';
import styles from '../account.module.css';
import person from '../human-check/person-check.module.css';
import { ProviderLinks } from '../provider-ways.tsx';
import { LOGIN_TEXTS, type LoginClasses } from './login-texts.ts';

/** Class names for the form's script. It imports no style sheets, because they would be another file to wait for. */
const CLASSES: LoginClasses = {
  field: fields.field ?? '',
  wrong: fields.wrong ?? '',
  help: fields.help ?? '',
  done: person.done ?? '',
  failed: person.wrong ?? '',
  dotDone: [dots.full ?? '', dots.ok ?? ''],
  dotRunning: dots.act ?? '',
  dotFailed: dots.bad ?? '',
};

/**
 * The login form, which every page contains in a template. `login-form.ts` adds its behavior. Rendered only on the
 * server. `data-texts` has the texts that the script may show later.
 */
export function LoginTemplate({
  google,
  openid,
  passkeys,
}: {
  google: boolean;
  openid: string | null;
  passkeys: boolean;
}) {
  const t = useT('accounts', 'errors');
  return (
    <dialog
      className={classNames(dialog.dialog, dialog.fill)}
      aria-labelledby="login-title"
      data-plain=""
      data-classes={JSON.stringify(CLASSES)}
      data-texts={JSON.stringify(LOGIN_TEXTS.map((key) => t(key)))}
    >
      <h2 id="login-title" className={dialog.title} tabIndex={-1}>
        {t('common.log_in')}
      </h2>
      <p className={styles.why} data-why="" hidden>
        {t('accounts.then_back')}
      </p>
      {/* Without a script that handles the submission, the dialog closes. A GET would put the password in the URL. */}
      <form className={styles.form} method="dialog" noValidate>
        {passkeys && <PasskeyWay isAlone={!google && openid === null} />}
        <ProviderLinks google={google} openid={openid} hrefs={{ google: '/auth/google', openid: '/auth/openid' }} />
        <Failure />
        <TextField
          id="login-email"
          name="email"
          label={t('accounts.email')}
          type="email"
          autoComplete="username"
          placeholder={t('accounts.email_example')}
        />
        <TextField
          id="login-password"
          name="password"
          label={t('accounts.password')}
          type="password"
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          data-hint={t('field.password_hint', { min: LOGIN_PASSWORD_HINT })}
          aside={<TextButton data-view="forgot_password">{t('accounts.forgot')}</TextButton>}
          after={
            <Button kind="icon" data-shows="" aria-label={t('accounts.show_password')} aria-pressed="false">
              <span hidden>
                <Icon of={EyeOff} />
              </span>
              <span>
                <Icon of={Eye} />
              </span>
            </Button>
          }
        />
        <PersonRow />
        <Button kind="primary" type="submit" className={styles.across}>
          {t('common.log_in')}
        </Button>
        <p data-notice="" hidden>
          <Link to={to.report()}>{t('accounts.give_notice')}</Link>
        </p>
        <p>
          {t('accounts.new_here')} <TextButton data-view="register">{t('accounts.create_account_title')}</TextButton>
        </p>
      </form>
      <Button kind="icon" className={dialog.close} data-closes="" aria-label={t('common.close')}>
        <Icon of={X} />
      </Button>
    </dialog>
  );
}

/** Shown if the browser can use passkeys. Another script can’t be loaded here, so the account dialog uses them. */
function PasskeyWay({ isAlone }: { isAlone: boolean }) {
  const t = useT('accounts');
  return (
    <div className={styles.ways} data-needs="PublicKeyCredential" hidden>
      <Button className={styles.across} data-view="passkey">
        <Icon of={KeyRound} />
        {t('accounts.passkey_login')}
      </Button>
      {isAlone && <p className={styles.or}>{t('accounts.or_email')}</p>}
    </div>
  );
}

/**
 * Error banner above the fields. The initial text is for the case that the form's script fails to load. The buttons
 * are shown only when needed.
 */
function Failure() {
  const t = useT('accounts');
  return (
    <div data-failure="" hidden>
      <Banner
        kind="danger"
        action={
          <>
            <span data-resends="" hidden>
              <Button small>{t('accounts.send_verification')}</Button>
            </span>
            <span data-links="" hidden>
              <Button small>{t('accounts.mail_login_link')}</Button>
            </span>
          </>
        }
      >
        {t('common.no_connection')}
      </Banner>
    </div>
  );
}

/** State of the human check, shown when the check is slow or has failed (`person-row.ts`). */
function PersonRow() {
  return (
    <div data-person="" hidden>
      <div className={person.asked}>
        <button type="button" className={person.person}>
          <StatusDot />
          <span>
            <b />
            <span className={person.small} />
          </span>
          <progress className={person.spool} max={1} />
        </button>
        <p className="hide" role="status" />
        <p role="alert" className={person.error} />
      </div>
    </div>
  );
}
