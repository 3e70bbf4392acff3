import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { WriteLink, type WriteLinkProps } from './write-link.tsx';

/** The way to the chapter editor from an open end, for participants. */
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
