import { useEffect, useState } from 'react';
import { refreshToken } from '#web/api/session.ts';
import { hasSignedUp } from './signed-up.ts';

/** Returns true on the first page after signing up, if this browser has something for the account. */
export function useSignedUp(hasAny: () => boolean): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    if (refreshToken() !== null && hasSignedUp() && hasAny()) setNew(true);
  }, [hasAny]);
  return isNew;
}
