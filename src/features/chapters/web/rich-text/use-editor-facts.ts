import type { Editor } from '@tiptap/core';
import { useCallback, useRef, useSyncExternalStore } from 'react';

/** Selected state of the editor. Re-renders only when it changes, not on every key. */
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

/** True on touch screens, where a floating toolbar would be covered by the hand and the system’s own toolbar. */
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
