import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { EditorGate } from '#features/chapters/web/editor-page/editor-gate.tsx';
import { call } from '#web/api/client.ts';
import { useLiveTopic } from '#web/api/use-live-topic.ts';
import { useOnMessage } from '#web/api/use-on-message.ts';
import { serverNow } from '#web/boot/server-time.ts';
import { contestApi, type EntryEditorData, type SubmissionView } from '../../contract.ts';
import { EntryEditor } from './entry-editor.tsx';
import { EntryOutcome } from './entry-outcome.tsx';
import { EntryRefused } from './entry-refused.tsx';
import { refetchPause } from './refetch-pause.ts';

interface Props {
  storyId: string;
  roundId: string;
  logo: ReactNode;
}

/**
 * The editor of an entry (spec §2): for writing while the round is open for entries, and for the outcome afterwards.
 */
export function EntryEditorPage({ storyId, roundId, logo }: Props) {
  const fetchEditorData = () => call(contestApi.editor, { storyId, roundId });
  return (
    <EditorGate
      name={['submission', 'editor', roundId]}
      open={fetchEditorData}
      storyId={storyId}
      wish={`enter:${roundId}`}
    >
      {({ editorData, memberId }) => (
        <OpenEditor opened={editorData} memberId={memberId} fetchEditorData={fetchEditorData} logo={logo} />
      )}
    </EditorGate>
  );
}

function OpenEditor({
  opened,
  memberId,
  fetchEditorData,
  logo,
}: {
  opened: EntryEditorData;
  memberId: string;
  fetchEditorData: () => Promise<EntryEditorData>;
  logo: ReactNode;
}) {
  const client = useQueryClient();
  const [name] = useState(() => ['submission', 'editor', opened.round.id]);
  const { data: editorData, refetch } = useQuery({
    queryKey: name,
    queryFn: fetchEditorData,
    initialData: opened,
    // The gate has just fetched it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data ? refetchPause(state.data, state.dataUpdateCount, serverNow()) : false),
  });
  useOnMessage(refetch, editorData.submission?.status === 'pending');
  // The round may be canceled, or move on.
  useLiveTopic(`story:${opened.round.storyId}`, refetch);
  const onEntry = useCallback(
    (submission: SubmissionView) => {
      // A response that is still on its way is older.
      void client.cancelQueries({ queryKey: name });
      client.setQueryData<EntryEditorData>(name, (before) => before && { ...before, submission });
    },
    [client, name],
  );
  const { round, submission } = editorData;
  const isOpen = round.status === 'writing' && !round.closed;
  // Writers who have started stay in the editor, which shows any problem.
  const [mayWrite] = useState(opened.submission ? opened.submission.can.edit : opened.canEnter);
  if (isOpen && mayWrite) {
    return (
      <EntryEditor
        editorData={editorData}
        start={opened.submission?.draft ?? null}
        memberId={memberId}
        logo={logo}
        onEntry={onEntry}
        onChanged={() => void refetch()}
      />
    );
  }
  if (submission) return <EntryOutcome editorData={editorData} submission={submission} logo={logo} />;
  return <EntryRefused editorData={editorData} memberId={memberId} logo={logo} />;
}
