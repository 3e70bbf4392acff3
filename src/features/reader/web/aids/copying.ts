const SOFT_HYPHEN = '\u00ad';

/** Copied text contains no soft hyphens: the server adds them to long words only for display. */
export function bindCopying(): void {
  document.addEventListener('copy', (event) => {
    const selection = getSelection();
    const text = selection?.toString() ?? '';
    if (!selection || !text.includes(SOFT_HYPHEN) || !event.clipboardData) return;
    event.preventDefault();
    const holder = document.createElement('div');
    for (let i = 0; i < selection.rangeCount; i += 1) holder.append(selection.getRangeAt(i).cloneContents());
    event.clipboardData.setData('text/plain', text.replaceAll(SOFT_HYPHEN, ''));
    event.clipboardData.setData('text/html', holder.innerHTML.replaceAll(SOFT_HYPHEN, ''));
  });
}
