import { useEffect, useRef, useSyncExternalStore } from 'react';
import { onSaid } from './say.ts';
import styles from './toast.module.css';

/** How long a toast stays, in ms (spec §9); one with something to press stays longer. */
const LASTS = 3000;
const LASTS_WITH_ACTION = 8000;

interface Toast {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
}

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says something for three seconds; failures are said the same way, in the words of the server. */
export function toast(text: string, action?: Toast['action']): void {
  count += 1;
  const id = count;
  change([...toasts.filter((other) => other.text !== text), { id, text, ...(action ? { action } : {}) }].slice(-3));
  setTimeout(() => change(toasts.filter((other) => other.id !== id)), action ? LASTS_WITH_ACTION : LASTS);
}

const NONE: readonly Toast[] = [];
let rackShown: HTMLElement | null = null;

/** A dialog that opens lies above whatever was there: shown anew, toasts lie above it. */
export function liftToasts(): void {
  if (!rackShown?.matches(':popover-open')) return;
  rackShown.hidePopover();
  rackShown.showPopover();
}

/** Where toasts appear: above dialogs too, and read out by screen readers. */
export function Toaster() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => NONE,
  );
  const rack = useRef<HTMLDivElement>(null);
  useEffect(() => onSaid((text) => toast(text)), []);
  useEffect(() => {
    // A popover lies above whatever dialog is open; shown anew it lies above the newest.
    const element = rack.current;
    if (!element) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (shown.length > 0) element.showPopover();
    rackShown = element;
  }, [shown]);
  return (
    <div ref={rack} popover="manual" className={styles.rack} role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <div key={id} className={styles.toast}>
          <span>{text}</span>
          {action && (
            <button type="button" onClick={action.run}>
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
