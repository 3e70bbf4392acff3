import { type ReactNode, Suspense } from 'react';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import type { LoginReason } from '#web/boot/login.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { AskLogin } from './ask-login.tsx';

/**
 * A page for members. The server renders it without knowing the user: both the part for visitors and a placeholder for
 * members, one of which the style sheet shows. `children` are rendered only in the browser, for logged-in members.
 */
export function MembersOnly({
  title,
  text,
  reason,
  wish,
  children,
}: {
  title: string;
  /** Tells visitors what they would find here. */
  text?: string | undefined;
  reason?: LoginReason | undefined;
  /** What the page is for, as `kind:id`. */
  wish?: string | undefined;
  children: ReactNode;
}) {
  const signedIn = useSignedIn();
  if (signedIn) return <Suspense fallback={<Spinner />}>{children}</Suspense>;
  return (
    <>
      <div className="for-visitors">
        <AskLogin {...{ title, text, reason, wish }} />
      </div>
      <div className="for-members">
        <Spinner />
      </div>
    </>
  );
}
