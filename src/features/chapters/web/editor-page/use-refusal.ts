import type { PlainKey } from '#core/messages.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { useModeFaces } from '#features/stories/web/modes.ts';
import { useT } from '#web/i18n/i18n.tsx';

declare module '#features/stories/web/mode-face.ts' {
  interface ModeFace {
    /** Why a member can’t write now, and what to do about it. Texts of the part `chapters`. */
    readonly refusal: { readonly title: PlainKey; readonly text: PlainKey };
  }
}

/** Why the member can’t write here now, and what to do about it. The reason depends on the mode. */
export function useRefusal(mode: WritingMode): { title: string; text: string } {
  const t = useT('chapters');
  const { title, text } = useModeFaces()[mode].refusal;
  return { title: t(title), text: t(text) };
}
