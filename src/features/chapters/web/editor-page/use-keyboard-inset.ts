import { useEffect } from 'react';

/**
 * Sets `--keyboard` to the height that a phone’s keyboard covers if it doesn’t shrink the page, so that the strip at
 * the bottom can move above it.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const measure = () => {
      // Pinch zoom reduces the visible area too, but isn’t a keyboard.
      const covered = viewport.scale > 1.01 ? 0 : innerHeight - viewport.height - viewport.offsetTop;
      style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      style.removeProperty('--keyboard');
    };
  }, []);
}
