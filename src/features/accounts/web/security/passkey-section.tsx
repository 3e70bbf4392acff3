import { KeyRound } from 'lucide';
import { useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import settingList from '#web/ui/setting-list.module.css';
import { Time } from '#web/ui/time.tsx';
import type { Me } from '../../contract.ts';
import type { Factors, Passkey } from '../../contract-factors.ts';
import { PASSKEYS_MAX } from '../../model/second-factor.ts';
import { canUsePasskeys } from '../passkey.ts';
import { AddPasskey } from './add-passkey.tsx';
import { RemovePasskey } from './remove-factor.tsx';
import { RenamePasskey } from './rename-passkey.tsx';
import styles from './security.module.css';

/** The member’s passkeys. */
export function PasskeySection({ me, factors, isLocked }: { me: Me; factors: Factors; isLocked: boolean }) {
  const t = useT('security');
  const [isAdding, setAdding] = useState(false);
  const { passkeys, offersPasskeys } = factors;
  const cannot = offersPasskeys
    ? canUsePasskeys()
      ? null
      : t('security.passkeys_unsupported')
    : t('security.passkeys_impossible');
  const mayAdd = cannot === null && !isLocked && passkeys.length < PASSKEYS_MAX;
  return (
    <Section title={t('security.passkeys')} note={t('security.passkeys_text')}>
      <div className={styles.stack}>
        {passkeys.length > 0 && (
          <ul className={settingList.settings}>
            {passkeys.map((passkey) => (
              <Row key={passkey.id} me={me} passkey={passkey} isLast={passkeys.length === 1} />
            ))}
          </ul>
        )}
        {cannot !== null && <p className="soft">{cannot}</p>}
        {mayAdd && (
          <div>
            <Button onClick={() => setAdding(true)}>
              <Icon of={KeyRound} />
              {t('security.add_passkey')}
            </Button>
          </div>
        )}
      </div>
      {isAdding && <AddPasskey me={me} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function Row({ me, passkey, isLast }: { me: Me; passkey: Passkey; isLast: boolean }) {
  const t = useT('security');
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const { name } = passkey;
  return (
    <li>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <Meta>
          <span>
            {t('security.added')} <Time at={passkey.addedAt} kind="long" />
          </span>
          <span>
            {passkey.usedAt ? (
              <>
                {t('security.used')} <Time at={passkey.usedAt} kind="relative" />
              </>
            ) : (
              t('security.never_used')
            )}
          </span>
        </Meta>
      </div>
      <span className={styles.acts}>
        <Button small onClick={() => setAsked('rename')} aria-label={t('security.rename_named', { name })}>
          {t('security.rename')}
        </Button>
        <Button small onClick={() => setAsked('remove')} aria-label={t('security.remove_named', { name })}>
          {t('security.remove')}
        </Button>
      </span>
      {asked === 'rename' && <RenamePasskey passkey={passkey} onClose={close} />}
      {asked === 'remove' && <RemovePasskey me={me} passkey={passkey} isLast={isLast} onClose={close} />}
    </li>
  );
}
