import { useState } from 'react';
import type { Me } from '#features/accounts/contract.ts';
import { asksForName, keepName } from '#features/accounts/web/name-kept.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './person.module.css';

/** Suggests choosing a username to members who still have the generated one, until they choose or dismiss it. */
export function NameOffer({ me, onChoose }: { me: Me; onChoose: () => void }) {
  const t = useT('account');
  const [isKept, setKept] = useState(() => !asksForName(me.username));
  if (isKept || !asksForName(me.username)) return null;
  const keep = () => {
    keepName(me.username);
    setKept(true);
  };
  return (
    <Banner
      kind="act"
      action={
        <span className={styles.answers}>
          <Button small onClick={onChoose}>
            {t('account.choose_name')}
          </Button>
          <Button small kind="bare" onClick={keep}>
            {t('account.keep_name')}
          </Button>
        </span>
      }
    >
      {t('account.name_offer')}
    </Banner>
  );
}
