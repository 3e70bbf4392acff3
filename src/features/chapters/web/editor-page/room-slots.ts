import type { ChapterDraft, ChapterEditorData } from '../../contract.ts';

/** What the slots of the chapter editor know. */
interface EditorSlotProps {
  story: ChapterEditorData['story'];
  /** Null until a new chapter is saved. */
  draft: ChapterDraft | null;
}

declare module '#web/page/room-slot.tsx' {
  interface RoomSlots {
    /** Notices above the text. */
    'editChapter.top': EditorSlotProps;
    /** Below the text: what helps while writing. */
    'editChapter.panel': EditorSlotProps;
    /** The last settings in the dialog before a chapter is submitted. They save themselves. */
    'editChapter.settings': EditorSlotProps;
  }
}
