import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { chapterApi } from '#features/chapters/contract.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { AskRow, OpenRow, type WriteRowProps } from './write-rows.tsx';

/** Adds the row for participants to the choices of a document, or for others the one for asking to join. */
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
  const [ways, setWays] = useState<Element | null>(null);
  useEffect(() => setWays(document.querySelector('[data-ways]')), []);
  if (!data || !ways) return null;
  return createPortal(data.writeNext ? <OpenRow {...props} /> : <AskRow {...props} />, ways);
}
