import { useState } from 'react';
import { keepWords, readWords } from '#web/saving/device-words.ts';

function readReason(memberId: string, key: string): string {
  const kept = readWords(memberId, key) ?? '';
  try {
    const { reason }: { reason?: unknown } = JSON.parse(kept);
    return typeof reason === 'string' ? reason : '';
  } catch {
    // It was once stored as it is.
    return kept;
  }
}

/** The reviewer’s draft of a reason. Kept on this device until it is sent, even if the lease expires. */
export function useKeptReason(memberId: string, translationId: string) {
  const key = `reviewReason:${memberId}:${translationId}`;
  const [reason, setReason] = useState(() => readReason(memberId, key));
  return {
    reason,
    change: (text: string) => {
      setReason(text);
      keepWords(memberId, key, text === '' ? null : { reason: text });
    },
    forget: () => keepWords(memberId, key, null),
  };
}
