import { lazy, Suspense, useEffect, useState } from 'react';
import { useLogin } from '#features/accounts/web/login-context.tsx';
import { refreshToken } from '#web/api/session.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { openSpots } from '../model/capacity.ts';
import type { JoinLook } from './join-look.ts';

const MemberJoin = lazy(() => import('./member-join.tsx').then((m) => ({ default: m.MemberJoin })));

/** Of the address of a story, for who wants to write there. */
const JOIN_HASH = '#join';

/** "Apply to join", or "Join" where joining is open: for visitors the way to log in and back here. */
export function JoinSlot({ story, look, label: own }: JoinLook) {
  const t = useT('participation');
  const signedIn = useSignedIn();
  const openLogin = useLogin();
  const [isWished, setWished] = useState(false);
  // Who comes from "waiting for a writer" has said already what they want.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there
  useEffect(() => {
    if (look !== 'button' || location.hash !== JOIN_HASH) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    if (signedIn) setWished(true);
    else openLogin({ reason: 'join', after: () => setWished(true) });
  }, []);
  if (signedIn) {
    return (
      <Suspense>
        <MemberJoin story={story} look={look} label={own} isWished={isWished} onOffered={() => setWished(false)} />
      </Suspense>
    );
  }
  if (openSpots(story) === 0) return null;
  const offer = () => setWished(true);
  const ask = () => {
    // A press that came before React was there is pressed again before members are known as such.
    if (refreshToken() !== null) return offer();
    toast(t('common.login_first'));
    openLogin({ reason: 'join', after: offer });
  };
  const label = story.joining === 'open' ? (own ?? t('participation.join')) : t('participation.apply');
  return look === 'button' ? (
    <Button kind={own ? 'primary' : 'plain'} className="for-visitors" onClick={ask}>
      {label}
    </Button>
  ) : (
    <TextButton className="for-visitors" onClick={ask}>
      {label}
    </TextButton>
  );
}
