import { type ReactNode, useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import settingList from '#web/ui/setting-list.module.css';
import { Time } from '#web/ui/time.tsx';
import type { Me } from '../../contract.ts';
import type { Factors } from '../../contract-factors.ts';
import { FEW_RECOVERY_CODES } from '../../model/second-factor.ts';
import { NewCodes } from './new-codes.tsx';
import { RemoveTotp } from './remove-factor.tsx';
import styles from './security.module.css';
import { SetUpTotp } from './set-up-totp.tsx';

interface Props {
  me: Me;
  factors: Factors;
  isLocked: boolean;
}

/** The authenticator app, the recovery codes and the password. */
export function SecondStepSection({ password, ...props }: Props & { password: ReactNode }) {
  const t = useT('security');
  return (
    <Section title={t('security.second_step')} note={t('security.second_step_text')}>
      <ul className={settingList.settings}>
        <AppRow {...props} />
        <CodesRow {...props} />
        {password}
      </ul>
    </Section>
  );
}

function AppRow({ me, factors: { totp }, isLocked }: Props) {
  const t = useT('security');
  const [asked, setAsked] = useState<'set-up' | 'remove' | null>(null);
  const close = () => setAsked(null);
  return (
    <li>
      <div>
        <b>{t('security.app')}</b>
        {totp ? (
          <Meta>
            <span>
              {t('security.added')} <Time at={totp.addedAt} kind="long" />
            </span>
            {totp.usedAt && (
              <span>
                {t('security.used')} <Time at={totp.usedAt} kind="relative" />
              </span>
            )}
          </Meta>
        ) : (
          <p>{t('security.app_off')}</p>
        )}
      </div>
      <span className={styles.acts}>
        {!isLocked && (
          <Button
            small
            onClick={() => setAsked('set-up')}
            aria-label={t(totp ? 'security.replace_app' : 'security.set_up_app')}
          >
            {t(totp ? 'security.replace' : 'security.set_up')}
          </Button>
        )}
        {totp && (
          <Button small onClick={() => setAsked('remove')} aria-label={t('security.remove_app')}>
            {t('security.remove')}
          </Button>
        )}
      </span>
      {asked === 'set-up' && <SetUpTotp me={me} onClose={close} />}
      {asked === 'remove' && <RemoveTotp me={me} onClose={close} />}
    </li>
  );
}

function CodesRow({ me, factors: { totp, passkeys, recoveryCodesLeft: left, hasEndedCodes } }: Props) {
  const t = useT('security');
  const [isAsked, setAsked] = useState(false);
  const hasFactor = totp !== null || passkeys.length > 0;
  const isFew = left !== null && left <= FEW_RECOVERY_CODES;
  return (
    <li>
      <div>
        <b>{t('security.codes')}</b>
        {hasFactor && hasEndedCodes ? (
          // In ink, not as the soft text of a setting: it must be read to act.
          <div className="small">{t('security.codes_ended')}</div>
        ) : hasFactor ? (
          <p>
            {t('security.codes_left', { count: left ?? 0 })} {isFew && t('security.codes_few')}
          </p>
        ) : (
          <p>{t('security.codes_none')}</p>
        )}
      </div>
      {hasFactor && (
        <Button small onClick={() => setAsked(true)}>
          {t('security.make_codes')}
        </Button>
      )}
      {isAsked && <NewCodes me={me} onClose={() => setAsked(false)} />}
    </li>
  );
}
