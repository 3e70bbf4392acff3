import { useState } from 'react';
import { LANGUAGE_NAMES } from '#core/languages.ts';
import type { Me } from '#features/accounts/contract.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { LanguagesReadDialog } from './languages-read-dialog.tsx';

/** The languages that the member reads, in the settings of their account. */
export function LanguagesReadRow({ me }: { me: Me }) {
  const t = useT('discovery');
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div>
        <b>{t('languages.title')}</b>
        <p>{me.languagesRead?.map((language) => LANGUAGE_NAMES[language]).join(', ') ?? t('languages.default')}</p>
      </div>
      <Button small onClick={() => setOpen(true)} aria-label={t('languages.change')}>
        {t('home.choose_languages')}
      </Button>
      {isOpen && <LanguagesReadDialog onClose={() => setOpen(false)} />}
    </li>
  );
}
