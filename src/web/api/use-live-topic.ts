import { useEffect, useEffectEvent } from 'react';
import type { LiveTopic } from '#core/live.ts';
import { SECOND } from '#core/time.ts';
import { watchTopic } from './live.ts';

/** Maximum delay, so that the open pages of a popular story don’t all refetch it at the same moment. */
const SPREAD = SECOND;

/**
 * Calls back when something in a topic has changed, such as `story:12`, while the page is shown and a member is logged
 * in. The callback loads what has changed with ordinary calls.
 */
export function useLiveTopic(topic: LiveTopic, onEvent: () => unknown): void {
  const tell = useEffectEvent(onEvent);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = watchTopic(topic, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        tell();
      }, SPREAD * Math.random());
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [topic]);
}
