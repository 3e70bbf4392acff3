import { useT } from '#web/i18n/i18n.tsx';

export interface CurrentWriterProps {
  userId: string;
  username: string;
  chapterNumber: number;
  isInReview: boolean;
  /** True in the list of chapters, as one sentence. */
  inList?: boolean;
}

/** Says who has the turn. */
export function CurrentWriter({
  username,
  chapterNumber: number,
  isInReview,
  inList = false,
  isYou = false,
}: CurrentWriterProps & { isYou?: boolean }) {
  const t = useT('relay');
  if (inList) return isYou ? t('relay.in_your_hands', { number }) : t('relay.in_hands', { number, name: username });
  const [written, writing] = isYou
    ? (['relay.you_wrote', 'relay.you_write'] as const)
    : (['relay.has_written', 'relay.is_writing'] as const);
  return (
    <div>
      <b>{isYou ? t('relay.you') : username}</b>
      <p className="small soft">{t(isInReview ? written : writing, { number })}</p>
    </div>
  );
}
