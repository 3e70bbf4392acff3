import { useState } from 'react';
import { MoreParticipants } from '#features/participation/web/more-participants.tsx';
import type { MoreParticipantsProps } from '#features/participation/web/participant-list.tsx';
import { call } from '#web/api/client.ts';
import { contestApi } from '../contract.ts';
import { type Standing, useLeaderboardNote } from './leaderboard-note.ts';

/** Further authors of a competition, with the rounds that they won. */
export function MoreAuthors(props: MoreParticipantsProps) {
  const [standings, setStandings] = useState<readonly Standing[] | null>(null);
  const noteOf = useLeaderboardNote(standings ?? []);
  const { storyId } = props;
  const prepare = async () => {
    if (!standings) setStandings(await call(contestApi.leaderboard, { storyId }));
  };
  return <MoreParticipants {...props} noteOf={noteOf} prepare={prepare} />;
}
