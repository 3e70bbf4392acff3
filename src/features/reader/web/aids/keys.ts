/** What a key does while reading. */
type KeyAction = 'next_paragraph' | 'previous_paragraph' | 'next_chapter' | 'previous_chapter' | 'contents';

const ACTIONS: Record<string, KeyAction> = {
  j: 'next_paragraph',
  k: 'previous_paragraph',
  arrowright: 'next_chapter',
  arrowleft: 'previous_chapter',
  t: 'contents',
};

/** Elements that use keys themselves. */
const TYPING = 'input, textarea, select, [contenteditable], dialog, [popover]';

/**
 * Returns what a key does, or null: with a modifier, while typing, in a menu or a dialog, and if single keys are off.
 * Letters are compared by character, not by the position of the key.
 */
export function actionOf(
  event: Pick<
    KeyboardEvent,
    'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'defaultPrevented'
  >,
  where: { isOff: boolean; isTyping: boolean; isCovered: boolean },
): KeyAction | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || shiftKey || isComposing || defaultPrevented) return null;
  if (where.isOff || where.isTyping || where.isCovered) return null;
  return ACTIONS[key.toLowerCase()] ?? null;
}

/** Listens for keys. `first` is the interaction that loaded this script, which may be one of them. */
export function bindKeys(openContents: () => void, first: Event): void {
  const onKey = (event: KeyboardEvent) => {
    const action = actionOf(event, {
      isOff: document.documentElement.dataset.keys === 'off',
      isTyping: event.target instanceof Element && event.target.closest(TYPING) !== null,
      isCovered: document.querySelector('dialog[open], :popover-open') !== null,
    });
    if (action === 'contents') openContents();
    else if (action === 'next_paragraph' || action === 'previous_paragraph') goToParagraph(action === 'next_paragraph');
    else if (action === 'previous_chapter') document.querySelector<HTMLElement>('main a[rel=prev]')?.click();
    else if (action === 'next_chapter')
      (document.querySelector<HTMLElement>('main a[rel=next]') ?? focusChoice())?.click();
  };
  addEventListener('keydown', onKey);
  if (first instanceof KeyboardEvent) onKey(first);
}

/** Focuses the first choice of a fork, if there is one. */
function focusChoice(): null {
  document.querySelector<HTMLElement>('[data-ways] a')?.focus();
  return null;
}

/** Scrolls to the next or the previous paragraph and focuses it, so that screen readers continue there. */
function goToParagraph(isNext: boolean): void {
  const paragraphs = [...document.querySelectorAll<HTMLElement>('main article > :not(hr)')];
  const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0;
  const here = paragraphs.indexOf(document.activeElement as HTMLElement);
  const isAt = (paragraph: HTMLElement) => paragraph.getBoundingClientRect().top - line;
  const goal =
    here >= 0
      ? paragraphs[here + (isNext ? 1 : -1)]
      : isNext
        ? paragraphs.find((paragraph) => isAt(paragraph) > 1)
        : paragraphs.findLast((paragraph) => isAt(paragraph) < -1);
  if (!goal) return;
  goal.tabIndex = -1;
  goal.focus({ preventScroll: true });
  goal.scrollIntoView();
}
