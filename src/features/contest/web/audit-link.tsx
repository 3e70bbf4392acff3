import { useSignedIn } from '#web/api/use-signed-in.ts';
import { later } from '#web/ui/later.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';

const MemberAuditLink = later(() => import('./audit/member-audit-link.tsx').then((m) => m.MemberAuditLink));

/** For moderators the way to how a round is voted on; nothing for anybody else. */
export function AuditLink({ roundId }: { roundId: string }) {
  const signedIn = useSignedIn();
  return (
    signedIn && (
      <LazyBoundary>
        <MemberAuditLink roundId={roundId} />
      </LazyBoundary>
    )
  );
}
