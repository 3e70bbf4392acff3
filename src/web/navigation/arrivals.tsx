import { useEffect } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { type Arrival, takeArrival, type Undo } from '../boot/arrival.ts';
import { useFind } from '../i18n/i18n.tsx';
import { focusHeading } from '../ui/focus.ts';
import { toast } from '../ui/toast.tsx';
import { setPageRouter } from './router.ts';

/** Restores a deleted item by id, for each kind. */
export type Undoing = Record<Undo['kind'], (id: string) => Promise<void>>;

/** Gives `leaveFor` and `refresh` access to the router, and shows each page the message from the previous one. */
export function Arrivals({ undoing }: { undoing: Undoing }) {
  const { key, hash } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const find = useFind();
  useEffect(() => {
    setPageRouter({ go: async (address, options) => navigate(address, options), makeAnew: revalidate });
    return () => setPageRouter(null);
  }, [navigate, revalidate]);

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    const arrival = takeArrival();
    if (!arrival) return;
    say(arrival);
    // Keep a focus that the page has set, and let a hash in the URL decide.
    if (hash === '' && !document.activeElement?.closest('main, dialog')) focusHeading();
  }, [key]);
  return null;
}
