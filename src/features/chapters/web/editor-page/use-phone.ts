import { useMedia } from '#web/ui/use-media.ts';

/**
 * Whether the window is as narrow as a phone, where the styles of the editor stack things. There, the text comes first,
 * and the main button is at the bottom.
 */
export const usePhone = (): boolean => useMedia('(max-width: 40rem)');
