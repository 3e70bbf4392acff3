import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { chapterApi } from '#features/chapters/contract.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { REPLACED } from '#web/boot/replaced.ts';
import styles from './fork-end.module.css';
import { AskRow, OpenRow, type WriteRowProps } from './write-rows.tsx';

/** Adds a row to the choices of a document: for participants one to write, for others one to apply to join. */
export function MemberWriteRow(props: WriteRowProps) {
  return (
    <QueryProvider>
      <Row {...props} />
    </QueryProvider>
  );
}

function Row(props: WriteRowProps) {
  const { chapterId, joinPolicy } = props;
  const { data } = useQuery({
    queryKey: ['chapter', chapterId, 'viewer'],
    queryFn: () => call(chapterApi.viewerState, { chapterId }),
  });
  const [item] = useState(newItem);
  const canWrite = Boolean(data?.writeNext);
  const canAsk = data !== undefined && !canWrite && joinPolicy === 'applications';
  const isShown = canWrite || canAsk;
  useEffect(() => {
    if (!isShown) return;
    const place = () => document.querySelector('[data-ways]')?.append(item);
    place();
    addEventListener(REPLACED, place);
    return () => {
      removeEventListener(REPLACED, place);
      item.remove();
    };
  }, [item, isShown]);
  return createPortal(canWrite ? <OpenRow {...props} /> : canAsk && <AskRow {...props} />, item);
}

/** The list belongs to the document, so React can’t rely on its items: an update of the document removes them. */
function newItem(): HTMLLIElement {
  const item = document.createElement('li');
  item.className = styles.new!;
  return item;
}
