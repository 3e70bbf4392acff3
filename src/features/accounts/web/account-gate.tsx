import { useEffect, useState } from 'react';
import { cleanAddress } from './clean-address.ts';
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

/** Opens the dialog for an emailed link that leads to the home page. */
export function AccountDoor() {
  const [link, setLink] = useState(takeLink);
  useEffect(() => {
    if (link) cleanAddress(LINKS);
  }, [link]);
  const close = () => setLink(null);
  if (link?.kind === 'verify') return <VerifyDialog token={link.token} onClose={close} />;
  if (link) return <NewEmailDialog token={link.token} onClose={close} />;
  return null;
}
