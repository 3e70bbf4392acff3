import type { Editor } from '@tiptap/core';
import { useCallback, useRef, useSyncExternalStore } from 'react';

/** What is true of the editor now. Drawn anew only when that changes, not at every key. */
export function useEditorFacts<T>(editor: Editor, select: (editor: Editor) => T): T {
  const last = useRef<{ json: string; facts: T } | null>(null);
  const subscribe = useCallback(
    (listener: () => void) => {
      const events = ['transaction', 'focus', 'blur'] as const;
      for (const event of events) editor.on(event, listener);
      return () => {
        for (const event of events) editor.off(event, listener);
      };
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, () => {
    if (editor.isDestroyed && last.current) return last.current.facts;
    const facts = select(editor);
    const json = JSON.stringify(facts);
    if (last.current?.json !== json) last.current = { json, facts };
    return last.current.facts;
  });
}

const COARSE = '(pointer: coarse)';

/** True where fingers point: a toolbar at a selection would lie under the hand and under the system's own. */
export function useCoarsePointer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(COARSE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(COARSE).matches,
    () => false,
  );
}
