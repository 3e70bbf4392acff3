import { type ReactNode, useEffect, useState } from 'react';
import { hasSignedUp } from '#features/accounts/web/signed-up.ts';
import { refreshToken } from '#web/api/session.ts';
import { localPlaces } from '#web/boot/reading.ts';
import { later } from '#web/ui/later.tsx';

const PlacesMoved = later(() => import('./places-moved.tsx').then((m) => m.PlacesMoved), ['reader']);

/** On the first page after signing up, moves what the visitor has read in this browser to their account. */
export function PlacesAfterSignUp({ children }: { children: ReactNode }) {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    if (refreshToken() !== null && hasSignedUp() && localPlaces().length > 0) setNew(true);
  }, []);
  return (
    <>
      {children}
      {isNew && <PlacesMoved />}
    </>
  );
}
