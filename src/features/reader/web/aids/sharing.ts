/**
 * Binds the button for sharing. It opens the system’s own sheet where there is one. Elsewhere it opens a menu: to copy
 * the address of the page, or to send it.
 */
export function bindSharing(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-share]');
  const copy = document.querySelector<HTMLButtonElement>('[data-copies]');
  const mail = document.querySelector<HTMLAnchorElement>('[data-mails]');
  if (!button || !copy || !mail) return;
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  mail.href += `&body=${encodeURIComponent(url)}`;
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(url);
      copy.textContent = copy.dataset.copies!;
    } catch {
      // The browser refuses. The address is shown, and can be copied by hand.
      copy.textContent = url;
    }
  });
  const label = copy.textContent;
  copy.parentElement?.addEventListener('toggle', () => {
    copy.textContent = label;
  });
  if (!navigator.share) return;
  button.removeAttribute('popovertarget');
  // The reader may close the sheet, which rejects.
  button.addEventListener('click', () => void navigator.share({ title: document.title, url }).catch(() => {}));
}
