import { lazy } from 'react';
import { useSignedIn } from '#web/api/session.ts';
import { Island } from '#web/ui/island.tsx';

const MemberAuditLink = lazy(() =>
  import('./audit/member-audit-link.tsx').then((m) => ({ default: m.MemberAuditLink })),
);

/** For moderators the way to how a round is voted on; nothing for anybody else. */
export function AuditLink({ roundId }: { roundId: string }) {
  const signedIn = useSignedIn();
  return (
    signedIn && (
      <Island>
        <MemberAuditLink roundId={roundId} />
      </Island>
    )
  );
}
