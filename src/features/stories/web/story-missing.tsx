import { useEffect } from 'react';
import { useMe } from '#features/accounts/web/use-me.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { refresh } from '#web/navigation/refresh.ts';
import { StaticPart } from '#web/page/static-part.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { StoryStatusPage } from './story-status-page.tsx';
import { useStoryStatus } from './use-story-status.ts';

interface Props {
  storyId: string;
}

/** Replaces the missing public page of a story: what its creator may know about it, and what to do next. */
export function StoryMissing(props: Props) {
  return (
    <QueryProvider>
      <Missing {...props} />
    </QueryProvider>
  );
}

function Missing({ storyId }: Props) {
  const { draft, published } = useStoryStatus(storyId);
  const me = useMe();
  const isOut = published !== null;
  useEffect(() => {
    if (isOut) void refresh();
  }, [isOut]);
  if (draft.isPending || me.isPending) return <PageSpinner />;
  if (!draft.data || !me.data) return <StaticPart />;
  const isOwn = draft.data.creatorId === me.data.id;
  return <StoryStatusPage draft={draft.data} published={published} isOwn={isOwn} withTitle />;
}
