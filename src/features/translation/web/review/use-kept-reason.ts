import { useState } from 'react';
import { readItem, writeItem } from '#web/boot/storage.ts';

/** What a reviewer has typed, kept by this device until it is sent: also where the time runs out meanwhile. */
export function useKeptReason(memberId: string, translationId: string) {
  const key = `reviewReason:${memberId}:${translationId}`;
  const [reason, setReason] = useState(() => readItem(key) ?? '');
  return {
    reason,
    change: (text: string) => {
      setReason(text);
      writeItem(key, text === '' ? null : text);
    },
    forget: () => writeItem(key, null),
  };
}
