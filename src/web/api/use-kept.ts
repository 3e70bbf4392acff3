import { useEffect, useRef, useState } from 'react';
import { kept } from '../boot/kept.ts';
import { onSession, sessionMemberId } from './session.ts';

interface UseKept<T> {
  value: T;
  /** Passes the latest value to `next`: a browser can fill in several fields before React renders. */
  change: (next: (before: T) => T) => void;
  /** Call it after the value was submitted. */
  forget: () => void;
}

/**
 * State of a dialog that is restored when the dialog is opened again after it was closed by mistake, or after its page
 * was left or reloaded (`kept`). `key` must include the dialog’s subject. `parse` throws for an invalid value. The
 * state is `initial` if nothing is stored, or if the member has logged out.
 */
export function useKept<T>(key: string, parse: (given: unknown) => T, initial: T): UseKept<T> {
  // The member when the dialog was opened. Another one may log in while it is open.
  const [member] = useState(sessionMemberId);
  const isTheirs = () => sessionMemberId() === member || member === null;
  const store = () => kept(sessionMemberId(), key, parse);
  const [value, setValue] = useState(() => store().get() ?? initial);
  const latest = useRef(value);
  const first = useRef(initial);
  useEffect(
    () =>
      onSession(() => {
        if (member === null || sessionMemberId() === member) return;
        latest.current = first.current;
        setValue(first.current);
      }),
    [member],
  );
  return {
    value,
    change(next) {
      latest.current = next(latest.current);
      if (isTheirs()) store().set(latest.current);
      setValue(latest.current);
    },
    forget: () => store().delete(),
  };
}
