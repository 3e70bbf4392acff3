import { useState } from 'react';
import type { Me } from '#features/accounts/contract.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { useLanguageList } from './language-list.ts';
import { LanguagesReadDialog } from './languages-read-dialog.tsx';

/** The languages that the member reads, in the settings of their account. */
export function LanguagesReadRow({ me }: { me: Me }) {
  const t = useT('discovery');
  const listed = useLanguageList();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div>
        <b>{t('languages.title')}</b>
        <p>{me.languagesRead ? listed(me.languagesRead) : t('languages.default')}</p>
      </div>
      <Button small onClick={() => setOpen(true)}>
        {t('home.choose_languages')}
        <span className="hide">{t('common.labelled', { name: '', value: t('languages.title') })}</span>
      </Button>
      {isOpen && <LanguagesReadDialog onClose={() => setOpen(false)} />}
    </li>
  );
}
