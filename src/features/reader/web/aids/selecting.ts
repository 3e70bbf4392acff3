const SOFT_HYPHEN = '\u00ad';

/** Longer selections are for copying. A quote is cut anyway. */
const LONGEST = 2000;

/** Where blocks end, a selection has line breaks and the article has none. */
const lettersOf = (text: string) => text.replace(/[\s\u00ad]+/g, '');

/**
 * Remembers which words of the text the reader has selected last, for the card of the chapter. A press elsewhere ends
 * the selection, such as one on the button for sharing.
 */
export function rememberSelection(): void {
  const main = document.querySelector<HTMLElement>('main[data-place]');
  if (!main) return;
  const remember = () => {
    const selection = document.getSelection();
    const from = selection?.rangeCount ? selection.getRangeAt(0).startContainer : null;
    const block = from instanceof Element ? from : from?.parentElement;
    const article = block?.closest('article');
    const text = selection?.toString().replaceAll(SOFT_HYPHEN, '').trim().slice(0, LONGEST);
    // A selection can go beyond the text.
    if (!text || !article || !main.contains(article)) return;
    if (!lettersOf(article.textContent).includes(lettersOf(text))) return;
    main.dataset.selected = text;
    main.dataset.selectedLang = block!.closest<HTMLElement>('[lang]')!.lang;
  };
  document.addEventListener('selectionchange', remember);
  // The interaction that loaded this script may have been a selection.
  remember();
}
