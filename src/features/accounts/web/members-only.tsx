import { type ReactNode, Suspense } from 'react';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { AskLogin } from './ask-login.tsx';
import type { LoginReason } from './login-request.ts';

/**
 * A page that is somebody's own. The server renders it for nobody in particular: what visitors see and what members wait
 * for, of which the style sheet shows one. `children` are rendered in the browser alone, for who is signed in.
 */
export function MembersOnly({ title, reason, children }: { title: string; reason?: LoginReason; children: ReactNode }) {
  const signedIn = useSignedIn();
  if (signedIn) return <Suspense fallback={<Spinner />}>{children}</Suspense>;
  return (
    <div data-hydrate>
      <div className="for-visitors">
        <AskLogin title={title} {...(reason ? { reason } : {})} />
      </div>
      <div className="for-members">
        <Spinner />
      </div>
    </div>
  );
}
