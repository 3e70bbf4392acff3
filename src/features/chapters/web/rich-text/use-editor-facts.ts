import type { Editor } from '@tiptap/core';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useMedia } from '#web/ui/use-media.ts';

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

/** True on touch screens, where a floating toolbar would be covered by the hand and the system’s own toolbar. */
export const useCoarsePointer = (): boolean => useMedia('(pointer: coarse)');
