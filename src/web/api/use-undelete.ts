import { useRef, useState } from 'react';
import { toast } from '../ui/toast.ts';
import { useErrorText } from './use-error-text.ts';

interface Undeleting {
  undelete: () => Promise<unknown>;
  /** Said once it is back; left out where the page itself shows it. */
  said?: string;
  /** What follows once it is back. */
  onBack?: () => unknown;
  /** What follows either way: a failure may mean that what is shown is no longer true. */
  onSettled?: () => unknown;
}

/** Brings back what was deleted. It is pending until what follows is done, and a failure is said in a toast. */
export function useUndelete({ undelete, said, onBack, onSettled }: Undeleting) {
  const errorText = useErrorText();
  const [isPending, setPending] = useState(false);
  // A toast keeps the first `bringBack` it was given, also after its page is gone: only a ref stops a second press.
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
