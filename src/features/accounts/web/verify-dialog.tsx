import { useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { localPlaces } from '#web/boot/reading.ts';
import { KEYS, readItem } from '#web/boot/storage.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { useHref } from '#web/ui/link.tsx';
import { accountApi } from '../contract.ts';
import type { ReopenedWish } from '../contract-wishes.ts';
import { enter } from './enter.ts';
import { announceRestriction } from './restriction.ts';
import { keepSignedUp } from './signed-up.ts';
import { readWish, SpentLink } from './spent-link.tsx';
import { useMe } from './use-me.ts';
import { Failure } from './view-parts.tsx';
import { keepWish } from './wishes.ts';

/** Shown to a member who has just confirmed their email, before the next page. */
interface Told {
  wish: ReopenedWish | null;
  /** Number of reading positions that wait in another browser. */
  places: number;
  /** Whether words that the visitor began wait there. */
  words: boolean;
}

/**
 * The last step of signing up. Requires a press, so that mail scanners that open the link don’t redeem it (product §3).
 * Then opens the page of what the visitor wanted to do when they signed up, in whichever browser that was.
 */
export function VerifyDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useT('accounts');
  const errorText = useErrorText();
  const signedIn = useSignedIn();
  const href = useHref();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [spent, setSpent] = useState<{ wish: ReopenedWish | null } | null>(null);
  const [told, setTold] = useState<Told | null>(null);

  const goOn = (wish: ReopenedWish | null) => {
    if (wish?.at) keepWish(wish.kind);
    leaveFor(href(wish?.at ?? '/'), { say: t('accounts.verified'), replace: true });
  };
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { wish, places, words, ...tokens } = await call(accountApi.verifyEmail, { token });
      const elsewhere = {
        places: localPlaces().length === 0 ? places : 0,
        words: words && readItem(KEYS.begunWords) === null,
      };
      keepSignedUp();
      enter(tokens);
      if (elsewhere.places > 0 || elsewhere.words || (wish && wish.at === null)) setTold({ wish, ...elsewhere });
      else goOn(wish);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'banned') {
        announceRestriction(error.details);
        onClose();
      } else if (error instanceof ApiError && (error.code === 'link_invalid' || error.code === 'invalid_input'))
        setSpent({ wish: readWish(error.details.wish) });
      else setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  if (spent) return <SpentLink wish={spent.wish} onClose={onClose} />;
  if (told) {
    return (
      <Dialog title={t('accounts.confirmed')} onClose={() => goOn(told.wish)}>
        {told.wish?.at === null && <p>{t('accounts.wish_gone')}</p>}
        {told.places > 0 && <p>{t('accounts.places_elsewhere', { count: told.places })}</p>}
        {told.words && <p>{t('accounts.words_elsewhere')}</p>}
        <DialogActions>
          <Button kind="primary" onClick={() => goOn(told.wish)}>
            {t('accounts.go_on')}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('accounts.verify_title')} onClose={onClose}>
      <p>{t('accounts.verify_text')}</p>
      {signedIn && <OtherMember />}
      <Failure text={failure} />
      <DialogActions>
        <Button kind="primary" busy={busy} onClick={confirm}>
          {t('accounts.verify_confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Names the member that confirming logs out. */
function OtherMember() {
  const t = useT('accounts');
  const { data } = useMe();
  return data ? <p>{t('accounts.verify_other', { name: data.username })}</p> : null;
}
