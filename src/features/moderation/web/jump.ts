/** Scrolls to an element of this page and focuses it, without a history entry. */
export function jumpTo(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
}

/** Jumps from mark to mark in reading order, and from the last one to the first. */
export function jumpToNextMark(): void {
  const marks = [...document.querySelectorAll<HTMLElement>('[data-mark]')];
  const at = marks.indexOf(document.activeElement as HTMLElement);
  jumpTo(marks[(at + 1) % marks.length] ?? null);
}

export const markId = (number: number) => `mark-${number + 1}`;
