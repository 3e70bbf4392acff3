import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { RoomDoor } from '#features/chapters/web/room/room-door.tsx';
import { call } from '#web/api/client.ts';
import { useOnMessage } from '#web/api/use-on-message.ts';
import { contestApi, type SubmissionDesk, type SubmissionView } from '../../contract.ts';
import { deskPause } from './desk-pause.ts';
import { EditEntry } from './edit-entry.tsx';
import { EntryOutcome } from './entry-outcome.tsx';
import { EntryRefused } from './entry-refused.tsx';

interface Props {
  storyId: string;
  roundId: string;
  logo: ReactNode;
}

/** The writing room of an entry (spec §2): writing it while the round is open, and what became of it afterwards. */
export function EntryRoom({ storyId, roundId, logo }: Props) {
  const fetchDesk = () => call(contestApi.desk, { storyId, roundId });
  return (
    <RoomDoor name={['submission', 'room', roundId]} open={fetchDesk}>
      {({ desk, memberId }) => <Desk opened={desk} memberId={memberId} fetchDesk={fetchDesk} logo={logo} />}
    </RoomDoor>
  );
}

function Desk({
  opened,
  memberId,
  fetchDesk,
  logo,
}: {
  opened: SubmissionDesk;
  memberId: string;
  fetchDesk: () => Promise<SubmissionDesk>;
  logo: ReactNode;
}) {
  const client = useQueryClient();
  const [name] = useState(() => ['submission', 'desk', opened.round.id]);
  const { data: desk, refetch } = useQuery({
    queryKey: name,
    queryFn: fetchDesk,
    initialData: opened,
    // The door has just fetched it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data ? deskPause(state.data, state.dataUpdateCount, Date.now()) : false),
  });
  useOnMessage(refetch, desk.submission?.status === 'pending');
  const onEntry = useCallback(
    (submission: SubmissionView) => {
      // An answer that is still on its way knows less.
      void client.cancelQueries({ queryKey: name });
      client.setQueryData<SubmissionDesk>(name, (before) => before && { ...before, submission });
    },
    [client, name],
  );
  const { round, submission } = desk;
  const isOpen = round.status === 'writing' && !round.closed;
  // Who began to write goes on: what stands against it is said where they write.
  const [mayWrite] = useState(opened.submission ? opened.submission.can.edit : opened.canEnter);
  if (isOpen && mayWrite) {
    return (
      <EditEntry
        desk={desk}
        start={opened.submission?.draft ?? null}
        memberId={memberId}
        logo={logo}
        onEntry={onEntry}
        onChanged={() => void refetch()}
      />
    );
  }
  if (submission) return <EntryOutcome desk={desk} submission={submission} logo={logo} />;
  return <EntryRefused desk={desk} logo={logo} />;
}
