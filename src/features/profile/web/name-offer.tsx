import { useState } from 'react';
import type { Me } from '#features/accounts/contract.ts';
import { readItem, writeItem } from '#web/boot/storage.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { isGivenName } from '../model/profile-lists.ts';
import styles from './person.module.css';

/** The generated username that a member has chosen to keep. */
const KEY = 'nameKept';

/** Suggests choosing a username to members who still have the generated one, until they choose or dismiss it. */
export function NameOffer({ me, onChoose }: { me: Me; onChoose: () => void }) {
  const t = useT('account');
  const [isKept, setKept] = useState(() => readItem(KEY) === me.username);
  if (isKept || !isGivenName(me.username)) return null;
  const keep = () => {
    writeItem(KEY, me.username);
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
