import type { ReactNode } from 'react';
import { useSignedUp } from '#features/accounts/web/use-signed-up.ts';
import { localPlaces } from '#web/boot/reading.ts';
import { later } from '#web/ui/later.tsx';

const PlacesMoved = later(() => import('./places-moved.tsx').then((m) => m.PlacesMoved), ['reader']);

const hasPlaces = () => localPlaces().length > 0;

/** On the first page after signing up, moves what the visitor has read in this browser to their account. */
export function PlacesAfterSignUp({ children }: { children: ReactNode }) {
  const moves = useSignedUp(hasPlaces);
  return (
    <>
      {children}
      {moves && <PlacesMoved />}
    </>
  );
}
