import { useEffect } from 'react';
import { QueryProvider } from '#web/api/query.tsx';
import { type RoundRef, useRoundViewer } from '../use-round-viewer.ts';

interface Props {
  round: RoundRef;
  onVote: (entryId: string | null) => void;
}

/** Fetches what the reader voted for. No one else can see it. */
export function MemberVote(props: Props) {
  return (
    <QueryProvider>
      <Ask {...props} />
    </QueryProvider>
  );
}

function Ask({ round, onVote }: Props) {
  const { data } = useRoundViewer(round);
  const vote = data?.vote ?? null;
  useEffect(() => {
    onVote(vote);
    return () => onVote(null);
  }, [vote, onVote]);
  return null;
}
