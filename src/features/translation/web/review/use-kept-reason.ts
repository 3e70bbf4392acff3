import { useState } from 'react';
import { readItem, writeItem } from '#web/boot/storage.ts';

/** The reviewer’s draft of a reason. Kept on this device until it is sent, even if the lease expires. */
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
