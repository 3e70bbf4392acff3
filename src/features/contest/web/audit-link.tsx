import { useSignedIn } from '#web/api/use-signed-in.ts';
import { later } from '#web/ui/later.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';

const MemberAuditLink = later(() => import('./audit/member-audit-link.tsx').then((m) => m.MemberAuditLink));

/** Link to the audit of a round, for moderators. Renders nothing for others. */
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
