import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { WriteLink, type WriteLinkProps } from './write-link.tsx';

/** Link from an open branch to the chapter editor, for participants. */
export function MemberWriteLink(props: WriteLinkProps) {
  return (
    <QueryProvider>
      <IfParticipant {...props} />
    </QueryProvider>
  );
}

function IfParticipant(props: WriteLinkProps) {
  const { data } = useStoryViewer(props.storyId);
  return data?.membership.isParticipant ? <WriteLink {...props} /> : null;
}
