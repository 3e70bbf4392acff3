import { type ReactNode, useEffect, useState } from 'react';
import { hasSignedUp } from '#features/accounts/web/signed-up.ts';
import { refreshToken } from '#web/api/session.ts';
import { languagesRead } from '#web/boot/languages-read.ts';
import { later } from '#web/ui/later.tsx';

const LanguagesMoved = later(() => import('./languages-moved.tsx').then((m) => m.LanguagesMoved), ['discovery']);

/** On the first page after signing up, adds the languages that were chosen in this browser to the account. */
export function LanguagesAfterSignUp({ children }: { children: ReactNode }) {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    if (refreshToken() !== null && languagesRead().length > 0 && hasSignedUp()) setNew(true);
  }, []);
  return (
    <>
      {children}
      {isNew && <LanguagesMoved />}
    </>
  );
}
