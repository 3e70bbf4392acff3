import { to } from '#core/pages.ts';
import { ShareSheet } from '#features/stories/web/share/later-share-sheet.ts';
import type { Shared } from '#features/stories/web/share/shared.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { contestApi } from '../../contract.ts';

/** Shares the result of a completed round. It has no card if no entry won, or if the winning chapter is hidden. */
export function ShareResultDialog({ roundId, ...rest }: { roundId: string; onClose: () => void }) {
  const t = useT('ballot', 'share');
  const load = async (): Promise<Shared> => {
    const { number, story, result, status } = await call(contestApi.round, { roundId });
    const label = t('ballot.result_title', { number });
    const title = `${label} · ${story.title}`;
    const winner = status === 'completed' ? result?.winner : null;
    if (!result || !winner || winner.title === null) return { title, card: null };
    const { author, votes } = winner;
    return {
      title,
      card: {
        label,
        text: winner.title,
        author: author?.username ?? null,
        // A single entry wins without votes.
        ...(votes > 0 ? { fact: t('share.votes', { votes, count: result.votes }) } : {}),
        story: story.title,
        coverUrl: story.coverUrl,
        language: story.language,
      },
    };
  };
  return <ShareSheet id={`round-${roundId}`} path={to.voting({ roundId })} load={load} {...rest} />;
}
