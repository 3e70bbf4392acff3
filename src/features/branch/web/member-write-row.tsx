import { useQuery } from '@tanstack/react-query';
import { chapterApi } from '#features/chapters/contract.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { AskRow, OpenRow, type WriteRowProps } from './write-rows.tsx';

/** The place to write, where not everybody may: for who takes part, or the way to ask. */
export function MemberWriteRow(props: WriteRowProps) {
  return (
    <QueryProvider>
      <Row {...props} />
    </QueryProvider>
  );
}

function Row(props: WriteRowProps) {
  const { chapterId } = props;
  const { data } = useQuery({
    queryKey: ['chapter', chapterId, 'viewer'],
    queryFn: () => call(chapterApi.viewerState, { chapterId }),
  });
  if (!data) return null;
  return data.writeNext ? <OpenRow {...props} /> : <AskRow {...props} />;
}
