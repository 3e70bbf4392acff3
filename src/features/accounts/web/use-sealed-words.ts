import { useEffect } from 'react';
import { hasPlainWords } from '#web/saving/device-keys.ts';
import { me } from './me.ts';

/** Encrypts the member’s texts that this device has in plain text: an earlier version stored them, or a page without a key. */
export function useSealedWords(): void {
  useEffect(() => {
    const look = async () => {
      const memberId = me.state.data?.id;
      if (memberId === undefined || !hasPlainWords(memberId)) return;
      const { sealPlainWords } = await import('#web/saving/device-cipher.ts');
      sealPlainWords(memberId);
    };
    // If the file can’t be loaded, the next page tries again.
    const tryLook = () => void look().catch(() => {});
    const stop = me.subscribe(tryLook);
    tryLook();
    return stop;
  }, []);
}
