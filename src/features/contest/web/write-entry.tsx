import { lazy, Suspense } from 'react';
import { openSpots } from '#features/participation/model/capacity.ts';
import type { StoryView } from '#features/stories/contract.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import type { RoundView } from '../contract.ts';
import { entryEditorPath } from './paths.ts';

const MemberWriteEntry = lazy(() => import('./member-write-entry.tsx').then((m) => ({ default: m.MemberWriteEntry })));

interface Props {
  story: StoryView;
  round: RoundView;
}

/** The way to one's entry while writing is open: in an open story anybody comes in by it. */
export function WriteEntry({ story, round }: Props) {
  const t = useT('contest');
  const signedIn = useSignedIn();
  const offer =
    story.joining === 'open' && openSpots(story) > 0 ? (
      <ButtonLink kind="primary" to={entryEditorPath(round.storyId, round.id)}>
        {t('contest.join_and_write')}
      </ButtonLink>
    ) : null;
  if (!signedIn) return offer;
  return (
    <Suspense fallback={offer}>
      <MemberWriteEntry round={round} offer={offer} />
    </Suspense>
  );
}
