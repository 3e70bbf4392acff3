import { useEffect, useRef } from 'react';
import { accountApi } from '#features/accounts/contract.ts';
import { me } from '#features/accounts/web/me.ts';
import { call } from '#web/api/client.ts';
import { languagesRead } from '#web/boot/languages-read.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import { useLanguageList } from './language-list.ts';

/** Adds the languages that were chosen in this browser to the member’s account, once, and shows them. */
export function LanguagesMoved() {
  const t = useT('discovery');
  const listed = useLanguageList();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const languages = languagesRead();
    call(accountApi.updateInfo, { languagesRead: languages }).then(
      (member) => {
        me.set(member);
        toast(t('languages.moved', { languages: listed(languages) }));
      },
      // The choice stays in this browser, and can be made in the profile.
      () => {},
    );
  }, [t, listed]);
  return null;
}
