import { useEffect } from 'react';
import { SECOND } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { contestApi } from '../../contract.ts';

const ASK_AGAIN = 5 * SECOND;

/** Rendered when voting is over by the clock. The server decides, so this asks it until it agrees. */
export function EndOfVote({ roundId, onOver }: { roundId: string; onOver: () => void }) {
  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      // Retries after a failure.
      const round = await call(contestApi.round, { roundId }, { signal: gone.signal }).catch(() => null);
      if (gone.signal.aborted) return;
      if (round && round.status !== 'voting') onOver();
      else timer = setTimeout(ask, ASK_AGAIN);
    };
    void ask();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [roundId, onOver]);
  return null;
}
