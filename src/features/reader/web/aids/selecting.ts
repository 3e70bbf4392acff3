const SOFT_HYPHEN = '\u00ad';

/** Longer selections are for copying. A quote is cut anyway. */
const LONGEST = 2000;

/**
 * Remembers which words of the text the reader has selected last, for the card of the chapter. A press elsewhere ends
 * the selection, such as one on the button for sharing.
 */
export function rememberSelection(): void {
  const main = document.querySelector<HTMLElement>('main[data-place]');
  if (!main) return;
  document.addEventListener('selectionchange', () => {
    const selection = document.getSelection();
    const text = selection?.toString().replaceAll(SOFT_HYPHEN, '').trim().slice(0, LONGEST);
    const ends = [selection?.anchorNode, selection?.focusNode].map((node) => node?.parentElement?.closest('article'));
    if (!text || !ends[0] || ends[0] !== ends[1] || !main.contains(ends[0])) return;
    main.dataset.selected = text;
    main.dataset.selectedLang = selection?.anchorNode?.parentElement?.closest<HTMLElement>('[lang]')?.lang;
  });
}
