import { to } from '#core/pages.ts';
import { useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { localPlaces } from '#web/boot/reading.ts';
import { KEYS, readItem } from '#web/boot/storage.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField, TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { accountApi } from '../contract.ts';
import { email as emailRule } from '../model/identity.ts';
import { newPassword } from '../model/password.ts';
import { parseWish } from '../model/wish.ts';
import styles from './account.module.css';
import type { ViewProps } from './account-view.ts';
import { noteRequest } from './cooldown.ts';
import { PersonCheck } from './human-check/person-check.tsx';
import { usePressedCheck } from './human-check/use-pressed-check.ts';
import { NewPasswordField } from './password-field.tsx';
import { ProviderWays } from './provider-ways.tsx';
import { Failure } from './view-parts.tsx';
import { keepWishOf, wishOfPage } from './wishes.ts';

/** Whether the visitor has started a text without an account, which stays in this browser. */
const hasWords = () => readItem(KEYS.begunWords) !== null;

const RULES = { email: emailRule, password: newPassword };

/**
 * The sign-up form. Can be submitted once the terms are accepted. The check appears when all fields are valid (spec
 * §4).
 */
export function RegisterForm({ draft, change, show, request, onSignedUp, close }: ViewProps) {
  const t = useT('accounts', 'errors');
  const pressed = usePressedCheck('register');
  const { fields, failure, isBusy, submit } = useApiForm({
    rules: RULES,
    values: draft,
    check: pressed.isPressed,
    send: async ({ email, password }) => {
      const response = await pressed.check.answer();
      const answer = response === undefined ? {} : { cfTurnstileResponse: response };
      const sent = {
        email,
        password,
        terms: true as const,
        platform: 'web',
        places: localPlaces().length,
        words: hasWords(),
      };
      const wish = parseWish(request.wish ?? wishOfPage() ?? '');
      const { waiting } = await call(accountApi.register, { ...sent, ...answer, ...(wish ? { wish } : {}) }).finally(
        () => pressed.check.spend(),
      );
      noteRequest('resend');
      onSignedUp(waiting);
      show('register_tips');
    },
  });

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.why}>{t('accounts.register_why')}</p>
      {request.reason === 'vote' && (
        <Banner action={<TextButton onClick={close}>{t('accounts.vote_read')}</TextButton>}>
          {t('accounts.vote_before')}
        </Banner>
      )}
      {/* The login ends on this page again, in this tab. */}
      <ProviderWays onClick={() => keepWishOf(request.wish)} />
      <Failure text={failure} />
      <TextField
        {...fields.of('email')}
        label={t('accounts.email')}
        type="email"
        autoComplete="email"
        placeholder={t('accounts.email_example')}
        value={draft.email}
        onChange={(event) => change({ email: event.target.value })}
      />
      <NewPasswordField
        {...fields.of('password')}
        label={t('accounts.password')}
        value={draft.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <CheckField
        name="terms"
        required
        checked={draft.terms}
        onChange={(event) => change({ terms: event.target.checked })}
      >
        <Sentence
          id="accounts.terms"
          parts={['accounts']}
          wraps={{
            link: (text) => (
              <Link to={to.agreement({ type: 'user' })} target="_blank">
                {text}
                <span className="hide"> ({t('accounts.new_tab')})</span>
              </Link>
            ),
          }}
        />
      </CheckField>
      <PersonCheck {...pressed.props} due={fields.isRight && draft.terms} />
      <Button kind="primary" type="submit" className={styles.across} disabled={!draft.terms} busy={isBusy}>
        {t('accounts.create_account')}
      </Button>
      <p>
        {t('accounts.already_member')} <TextButton onClick={() => show('login')}>{t('common.log_in')}</TextButton>
      </p>
    </form>
  );
}
