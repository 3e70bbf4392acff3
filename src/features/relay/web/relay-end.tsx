import type { ReactNode } from 'react';
import { PendingChapterRow } from '#features/chapters/web/chapter-thread.tsx';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { TimeLeftSlot } from '#web/ui/time-left-slot.tsx';
import type { RelayTurn } from '../contract.ts';
import { CurrentWriter, type CurrentWriterProps } from './current-writer.tsx';
import { joinNames } from './names.ts';

const writerIn = ({ user, chapterNumber }: NonNullable<RelayTurn['current']>): CurrentWriterProps => ({
  userId: user.id,
  username: user.username,
  chapterNumber,
  isInReview: false,
  inList: true,
});

interface Props {
  turn: RelayTurn;
  /** The number of the next chapter. */
  number: number;
  /** Note about open spots. Null if there are none. */
  room: ReactNode;
}

/** The thread after the last chapter: who has the turn, and who is next. */
export function RelayEnd({ turn: { current, queue }, number, room }: Props) {
  const t = useT('relay');
  const language = useLanguage();
  const isInReview = current?.phase === 'review';
  return (
    <>
      {current ? (
        <PendingChapterRow
          colorIndex={current.user.number}
          name={
            isInReview ? (
              t('relay.being_read', { number: current.chapterNumber })
            ) : (
              <Slot name="current-writer" props={writerIn(current)} inline>
                <CurrentWriter {...writerIn(current)} />
              </Slot>
            )
          }
          author={current.user}
        >
          {isInReview ? (
            <span>{t('relay.clock_stands')}</span>
          ) : (
            current.deadline && (
              <span>
                <TimeLeftSlot until={current.deadline} />
              </span>
            )
          )}
        </PendingChapterRow>
      ) : (
        <PendingChapterRow name={t('relay.waits', { number })} isSoft isUncoloured />
      )}
      {(queue.length > 0 || room) && (
        <PendingChapterRow
          name={queue.length > 0 ? t('relay.then', { names: joinNames(queue, language) }) : t('relay.then_open')}
          isSoft
          isUncoloured
          note={room}
        />
      )}
    </>
  );
}
