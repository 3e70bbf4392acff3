import { useRef } from 'react';
import { EXCERPT_MAX } from '../model/restriction.ts';

/** The words that are selected on the page, as an excerpt. */
export function selectedPassage(): string {
  return (getSelection()?.toString().trim() ?? '').slice(0, EXCERPT_MAX);
}

/** For a button that asks about the selected words: some browsers drop the selection with the press. */
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
