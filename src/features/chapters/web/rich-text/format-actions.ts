import type { Editor } from '@tiptap/core';
import {
  Bold,
  Heading,
  Heading3,
  type IconNode,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Undo2,
} from 'lucide';
import type { Language } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import { EmphasisDots, SceneBreak } from './own-icons.ts';

/** An action on the text, for a button or a menu. */
export interface FormatAction {
  label: PlainKey;
  icon: IconNode;
  /** Value of `aria-keyshortcuts`. */
  keys?: string;
  run: (editor: Editor) => void;
  /** Only for actions that can be on or off. */
  isOn?: (editor: Editor) => boolean;
}

const onText = (editor: Editor) => editor.chain().focus();

const bold: FormatAction = {
  label: 'chapters.bold',
  icon: Bold,
  keys: 'Control+B',
  run: (editor) => onText(editor).toggleBold().run(),
  isOn: (editor) => editor.isActive('bold'),
};
const italic: FormatAction = {
  label: 'chapters.italic',
  icon: Italic,
  keys: 'Control+I',
  run: (editor) => onText(editor).toggleItalic().run(),
  isOn: (editor) => editor.isActive('italic'),
};
/** Chinese, Japanese and Korean have no italics: the same mark is shown as emphasis dots. */
const emphasis: FormatAction = { ...italic, label: 'chapters.emphasis', icon: EmphasisDots };
const strike: FormatAction = {
  label: 'chapters.strike',
  icon: Strikethrough,
  keys: 'Control+Shift+X',
  run: (editor) => onText(editor).toggleStrike().run(),
  isOn: (editor) => editor.isActive('strike'),
};
const heading: FormatAction = {
  label: 'chapters.heading',
  icon: Heading,
  run: (editor) => onText(editor).toggleHeading({ level: 2 }).run(),
  isOn: (editor) => editor.isActive('heading', { level: 2 }),
};
const smallHeading: FormatAction = {
  label: 'chapters.small_heading',
  icon: Heading3,
  run: (editor) => onText(editor).toggleHeading({ level: 3 }).run(),
  isOn: (editor) => editor.isActive('heading', { level: 3 }),
};
const quote: FormatAction = {
  label: 'chapters.quote',
  icon: Quote,
  run: (editor) => onText(editor).toggleBlockquote().run(),
  isOn: (editor) => editor.isActive('blockquote'),
};
const list: FormatAction = {
  label: 'chapters.list',
  icon: List,
  run: (editor) => onText(editor).toggleBulletList().run(),
  isOn: (editor) => editor.isActive('bulletList'),
};
const numberedList: FormatAction = {
  label: 'chapters.numbered_list',
  icon: ListOrdered,
  run: (editor) => onText(editor).toggleOrderedList().run(),
  isOn: (editor) => editor.isActive('orderedList'),
};
const sceneBreak: FormatAction = {
  label: 'chapters.scene_break',
  icon: SceneBreak,
  run: (editor) => onText(editor).setHorizontalRule().run(),
};

export const LINK = {
  label: 'chapters.link',
  icon: Link,
  keys: 'Control+K',
  isOn: (editor: Editor) => editor.isActive('link'),
} as const;

export const UNDO: FormatAction = {
  label: 'chapters.undo',
  icon: Undo2,
  keys: 'Control+Z',
  run: (editor) => onText(editor).undo().run(),
};
export const REDO: FormatAction = {
  label: 'chapters.redo',
  icon: Redo2,
  keys: 'Control+Shift+Z',
  run: (editor) => onText(editor).redo().run(),
};

export function markActions(language: Language): FormatAction[] {
  return [bold, ['zh', 'ja', 'ko'].includes(language) ? emphasis : italic, strike];
}
export const TOOLBAR_BLOCKS: FormatAction[] = [heading, quote, list, sceneBreak];
export const MENU_BLOCKS: FormatAction[] = [heading, smallHeading, quote, list, numberedList, sceneBreak];
