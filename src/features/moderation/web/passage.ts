import { useRef } from 'react';
import { EXCERPT_MAX } from '../model/restriction.ts';

/** Returns the selected words of the page as an excerpt. */
export function selectedPassage(): string {
  return (getSelection()?.toString().trim() ?? '').slice(0, EXCERPT_MAX);
}

/** For a button that uses the selection. Some browsers clear the selection on press, so it is read before. */
export function usePassage(): { onPointerDown: () => void; take: () => string } {
  const before = useRef('');
  return {
    onPointerDown: () => {
      before.current = selectedPassage();
    },
    take: () => {
      const passage = selectedPassage() || before.current;
      before.current = '';
      return passage;
    },
  };
}
