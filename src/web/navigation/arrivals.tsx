import { useEffect, useEffectEvent } from 'react';
import { type Arrival, takeArrival, type Undo } from '../boot/arrival.ts';
import { useFind } from '../i18n/i18n.tsx';
import { focusHeading } from '../ui/focus.ts';
import { toast } from '../ui/toast.ts';
import { CHANGED } from './address.ts';

/** Restores a deleted item by id, for each kind. */
export type Undoing = Readonly<Record<Undo['kind'], (id: string) => Promise<void>>>;

/** Shows the message from the previous page, or from the previous state of this room. */
export function Arrivals({ undoing }: { undoing: Undoing }) {
  const find = useFind();
  const say = ({ say: text, undo }: Arrival) => {
    if (text === null) return;
    if (!undo) return toast(text);
    let isUndone = false;
    const run = async () => {
      if (isUndone) return;
      isUndone = true;
      try {
        await undoing[undo.kind](undo.id);
        toast(undo.said);
      } catch (error) {
        isUndone = false;
        // Loaded on demand, because pages load the API client only when they make a call.
        const { errorText } = await import('../api/error-text.ts');
        toast(errorText(error, find));
      }
    };
    toast(text, { label: undo.label, run: () => void run() });
  };
  const arrive = useEffectEvent(() => {
    const arrival = takeArrival(Object.keys(undoing) as Undo['kind'][]);
    if (!arrival) return;
    say(arrival);
    // Keep a focus that the page has set, and let a hash in the URL decide.
    if (location.hash === '' && !document.activeElement?.closest('main, dialog')) focusHeading();
  });
  useEffect(() => {
    arrive();
    addEventListener(CHANGED, arrive);
    return () => removeEventListener(CHANGED, arrive);
  }, []);
  return null;
}
