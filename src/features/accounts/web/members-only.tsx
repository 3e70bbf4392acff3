import { type ReactNode, Suspense } from 'react';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { AskLogin } from './ask-login.tsx';
import type { LoginReason } from './login-request.ts';

/**
 * A page that is somebody's own. The server renders it for nobody in particular: what visitors see and what members wait
 * for, of which the style sheet shows one. `children` are rendered in the browser alone, for who is signed in.
 */
export function MembersOnly({
  title,
  text,
  reason,
  children,
}: {
  title: string;
  /** Tells visitors what they would find here. */
  text?: string | undefined;
  reason?: LoginReason | undefined;
  children: ReactNode;
}) {
  const signedIn = useSignedIn();
  if (signedIn) return <Suspense fallback={<Spinner />}>{children}</Suspense>;
  return (
    <>
      <div className="for-visitors">
        <AskLogin {...{ title, text, reason }} />
      </div>
      <div className="for-members">
        <Spinner />
      </div>
    </>
  );
}
