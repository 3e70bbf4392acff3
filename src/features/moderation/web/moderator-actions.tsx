import { lazy, Suspense } from 'react';
import { useMe } from '#features/accounts/web/use-me.ts';
import { QueryProvider } from '#web/api/query.tsx';
import type { RestrictWish } from './restrict-dialog.tsx';

const RestrictButton = lazy(() => import('./restrict-button.tsx').then((m) => ({ default: m.RestrictButton })));

interface Props {
  wishes: readonly RestrictWish[];
}

/** For moderators, beside what the world sees: the ways to take it away. Nobody else sees anything of it. */
export function ModeratorActions(props: Props) {
  return (
    <QueryProvider>
      <IfModerator {...props} />
    </QueryProvider>
  );
}

function IfModerator({ wishes }: Props) {
  const { data: me } = useMe();
  if (!me || me.roles.length === 0) return null;
  const others = wishes.filter(({ owner }) => owner.id !== me.id);
  return (
    <Suspense>
      {others.map((wish) => (
        <RestrictButton key={`${wish.action} ${wish.targetId}`} wish={wish} />
      ))}
    </Suspense>
  );
}
