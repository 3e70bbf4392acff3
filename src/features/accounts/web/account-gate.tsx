import { useEffect, useState } from 'react';
import { NewEmailDialog } from './new-email-dialog.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

const LINKS = ['verify', 'new_email'] as const;
type MailedLink = { kind: (typeof LINKS)[number]; token: string };

function takeLink(): MailedLink | null {
  const query = new URLSearchParams(location.search);
  for (const kind of LINKS) {
    const token = query.get(kind);
    if (token) return { kind, token };
  }
  return null;
}

/**
 * Removes the token from the URL as soon as it is read, so that it doesn’t stay in the history or get copied with the
 * URL.
 */
function cleanAddress(): void {
  const url = new URL(location.href);
  for (const kind of LINKS) url.searchParams.delete(kind);
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
}

/** Opens the dialog for an emailed link that leads to the home page. */
export function AccountDoor() {
  const [link, setLink] = useState(takeLink);
  useEffect(() => {
    if (link) cleanAddress();
  }, [link]);
  const close = () => setLink(null);
  if (link?.kind === 'verify') return <VerifyDialog token={link.token} onClose={close} />;
  if (link) return <NewEmailDialog token={link.token} onClose={close} />;
  return null;
}
