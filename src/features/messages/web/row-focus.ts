/**
 * Call before the pressed button of a message disappears. Moves the focus within the row if it stays in the list,
 * otherwise to a neighboring row or the heading.
 */
export function moveFocus(row: HTMLElement, leaves: boolean): void {
  const actionOf = (of: Element | null, action = ':is(a, button)') =>
    of?.querySelector<HTMLElement>(`[data-actions] > ${action}`) ?? null;
  const heading = row.closest('[popover], main')?.querySelector<HTMLElement>('h1[tabindex], h2[tabindex]');
  const goal = leaves
    ? (actionOf(row.nextElementSibling) ?? actionOf(row.previousElementSibling) ?? heading)
    : (actionOf(row, 'a') ?? row);
  goal?.focus();
}
