import type { ReactNode } from 'react';
import { useSignedUp } from '#features/accounts/web/use-signed-up.ts';
import { languagesRead } from '#web/boot/languages-read.ts';
import { later } from '#web/ui/later.tsx';

const LanguagesMoved = later(() => import('./languages-moved.tsx').then((m) => m.LanguagesMoved), ['discovery']);

const hasLanguages = () => languagesRead().length > 0;

/** On the first page after signing up, adds the languages that were chosen in this browser to the account. */
export function LanguagesAfterSignUp({ children }: { children: ReactNode }) {
  const moves = useSignedUp(hasLanguages);
  return (
    <>
      {children}
      {moves && <LanguagesMoved />}
    </>
  );
}
