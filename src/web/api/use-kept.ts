import { useEffect, useRef, useState } from 'react';
import { kept } from '../boot/kept.ts';
import { onSession, sessionMemberId } from './session.ts';

interface UseKept<T> {
  value: T;
  /** Gets the value as it is by now: a browser fills in several fields before React renders. */
  change: (next: (before: T) => T) => void;
  /** To be called once it was sent. */
  forget: () => void;
}

/**
 * State of a dialog that is there again when it is opened the next time: closed by mistake, or its page left or loaded again
 * (`kept`). `key` names its subject too. `parse` throws for what is no such value; where nothing is kept, or its member has left, it is
 * `initial`.
 */
export function useKept<T>(key: string, parse: (given: unknown) => T, initial: T): UseKept<T> {
  // Whoever opened it: another member may be signed in by the next letter.
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
