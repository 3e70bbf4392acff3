import { Suspense, useEffect, useState } from 'react';
import { useLogin } from '#features/accounts/web/login-context.tsx';
import { refreshToken } from '#web/api/session.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { later } from '#web/ui/later.tsx';
import { toast } from '#web/ui/toast.ts';
import { JoinButton } from './join-button.tsx';
import type { JoinLook } from './join-look.ts';

const MemberJoin = later(() => import('./member-join.tsx').then((m) => m.MemberJoin), ['participation']);

/** The hash in the URL of a story for readers who want to write there. */
const JOIN_HASH = '#join';

/** The button for joining a story. Visitors log in first and are asked again afterwards. */
export function Join({ story, look, label, hasRoom }: JoinLook & { hasRoom: boolean }) {
  const t = useT();
  const signedIn = useSignedIn();
  const openLogin = useLogin();
  const [isWished, setWished] = useState(false);
  const wish = `${story.joinPolicy === 'open' ? 'join' : 'apply'}:${story.id}`;
  // Readers coming from “looking for writers” have already shown that they want to join.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page loads
  useEffect(() => {
    if (look !== 'button' || location.hash !== JOIN_HASH) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    if (signedIn) setWished(true);
    else openLogin({ reason: 'join', wish, after: () => setWished(true) });
  }, []);
  if (signedIn) {
    return (
      <Suspense>
        <MemberJoin story={story} look={look} label={label} isWished={isWished} onOffered={() => setWished(false)} />
      </Suspense>
    );
  }
  if (!hasRoom) return null;
  const offer = () => setWished(true);
  const ask = () => {
    // A press before hydration is repeated before the login state is known.
    if (refreshToken() !== null) return offer();
    toast(t('common.login_first'));
    openLogin({ reason: 'join', wish, after: offer });
  };
  return (
    <JoinButton look={look} label={label} isOpen={story.joinPolicy === 'open'} className="for-visitors" onClick={ask} />
  );
}
