/** Goes to a place of this page and puts the focus there, without a step in the history. */
export function jumpTo(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
}

/** From mark to mark in reading order, round again from the last to the first. */
export function jumpToNextMark(): void {
  const marks = [...document.querySelectorAll<HTMLElement>('[data-mark]')];
  const at = marks.indexOf(document.activeElement as HTMLElement);
  jumpTo(marks[(at + 1) % marks.length] ?? null);
}

export const markId = (number: number) => `mark-${number + 1}`;
