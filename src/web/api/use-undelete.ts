import { useRef, useState } from 'react';
import { toast } from '../ui/toast.ts';
import { useErrorText } from './use-error-text.ts';

interface Undeleting {
  undelete: () => Promise<unknown>;
  /** Text of a toast after the item was restored. Not needed if the page shows it. */
  said?: string;
  /** Called after the item was restored. */
  onBack?: () => unknown;
  /** Called in any case, because a failure may mean that the page is out of date. */
  onSettled?: () => unknown;
}

/** Restores a deleted item. Pending until the callbacks are done. A failure is shown in a toast. */
export function useUndelete({ undelete, said, onBack, onSettled }: Undeleting) {
  const errorText = useErrorText();
  const [isPending, setPending] = useState(false);
  // A toast keeps the first `bringBack` that it was given, even after its page is gone, so only a ref prevents a second
  // run.
  const isRunning = useRef(false);
  const bringBack = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    try {
      await undelete();
      if (said) toast(said);
      await onBack?.();
    } catch (error) {
      toast(errorText(error));
    }
    await onSettled?.();
    isRunning.current = false;
    setPending(false);
  };
  return { bringBack: () => void bringBack(), isPending };
}
