import { Suspense } from 'react';
import { useMe } from '#features/accounts/web/use-me.ts';
import { QueryProvider } from '#web/api/query.tsx';
import type { ModeratorActionsProps } from './moderator-actions-slot.tsx';
import { RestrictButton } from './restrict-button.tsx';

/** Buttons to restrict the content of a page. Only moderators see them. */
export function ModeratorActions(props: ModeratorActionsProps) {
  return (
    <QueryProvider>
      <IfModerator {...props} />
    </QueryProvider>
  );
}

function IfModerator({ requests }: ModeratorActionsProps) {
  const { data: me } = useMe();
  if (!me || me.roles.length === 0) return null;
  const others = requests.filter(({ owner }) => owner.id !== me.id);
  return (
    <Suspense>
      {others.map((request) => (
        <RestrictButton key={`${request.action} ${request.targetId}`} request={request} />
      ))}
    </Suspense>
  );
}
