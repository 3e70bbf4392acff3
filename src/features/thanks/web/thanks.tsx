import { useEffect, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { whenReadToEnd } from '#web/boot/reading.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ThanksState, thanksApi } from '../contract.ts';
import type { ThanksProps } from './thanks-slot.tsx';

/** A member’s thanks for a chapter: a second press takes them back. Its author sees how many there are. */
export function Thanks({ chapterId }: ThanksProps) {
  const t = useT('thanks');
  const errorText = useErrorText();
  const [state, setState] = useState<ThanksState | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      // If this fails, the end of the chapter has no button. The next visit tries again.
      const loaded = await call(thanksApi.viewerState, { chapterId }).catch(() => null);
      if (!isGone) setState(loaded);
    };
    const stop = whenReadToEnd(() => void load());
    return () => {
      isGone = true;
      stop();
    };
  }, [chapterId]);
  if (!state) return null;
  if (state.received !== null) {
    return state.received === 0 ? null : <p className="soft">{t('thanks.received', { count: state.received })}</p>;
  }
  if (!state.canThank) return null;
  const press = async () => {
    const hasThanked = !state.hasThanked;
    setBusy(true);
    setState({ ...state, hasThanked });
    try {
      await call(hasThanked ? thanksApi.give : thanksApi.takeBack, { chapterId });
    } catch (error) {
      setState(state);
      toast(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Button aria-pressed={state.hasThanked} busy={isBusy} onClick={() => void press()} data-grants="thank">
      {state.hasThanked ? t('thanks.given') : t('thanks.give')}
    </Button>
  );
}
