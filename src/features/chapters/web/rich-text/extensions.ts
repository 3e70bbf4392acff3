import { Extension, type Extensions, InputRule } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList } from '@tiptap/extension-list/bullet-list';
import { ListItem } from '@tiptap/extension-list/item';
import { ListKeymap } from '@tiptap/extension-list/keymap';
import { OrderedList } from '@tiptap/extension-list/ordered-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Text } from '@tiptap/extension-text';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { BlockIds } from './block-ids.ts';
import { type FindStyles, FindText } from './find-text.ts';
import { FlaggedWords } from './flagged-words.ts';
import { WebLink } from './links.ts';
import { CleanPaste } from './paste.ts';

// The schema of `model/document-schema.ts` and nothing more: quotes and list items contain paragraphs, lists aren’t
// nested.
const Quote = Blockquote.extend({ content: 'paragraph+' });
const Item = ListItem.extend({ content: 'paragraph+' });
const NumberedList = OrderedList.extend({ addAttributes: () => ({}) });

/** `#` and a space start a heading, `###` and a space a small one. */
const StoryHeading = Heading.extend({
  addInputRules() {
    const rule = (find: RegExp, level: 2 | 3) =>
      new InputRule({
        find,
        handler: ({ state, range }) => {
          const $start = state.doc.resolve(range.from);
          if (!$start.node(-1).canReplaceWith($start.index(-1), $start.indexAfter(-1), this.type)) return null;
          state.tr.delete(range.from, range.to).setBlockType(range.from, range.from, this.type, {
            level,
            id: $start.parent.attrs.id,
          });
          return undefined;
        },
      });
    return [rule(/^#{1,2}\s$/, 2), rule(/^###\s$/, 3)];
  },
}).configure({ levels: [2, 3] });

/** Three asterisks immediately become a scene break. */
const SceneBreak = HorizontalRule.extend({
  addInputRules() {
    return [
      new InputRule({
        find: /^\*\*\*$/,
        handler: ({ state, range }) => {
          const $start = state.doc.resolve(range.from);
          if ($start.depth !== 1) return null;
          const { tr } = state;
          tr.delete(range.from, range.to);
          // The current line continues below.
          tr.insert($start.before(), this.type.create());
          return undefined;
        },
      }),
    ];
  },
});

const StruckOut = Strike.extend({
  addKeyboardShortcuts() {
    return { 'Mod-Shift-x': () => this.editor.commands.toggleStrike() };
  },
});

export interface EditorActions {
  /** Alt F10. */
  toToolbar: () => void;
  /** Ctrl K. */
  link: () => void;
  /** “/” in an empty paragraph. */
  blockMenu: () => void;
  /** Ctrl F. Returns false if the browser’s own search opens instead. */
  find: () => boolean;
}

/** Keyboard shortcuts for UI outside of the text. */
function actionKeys(actions: () => EditorActions) {
  return Extension.create({
    name: 'actions',
    addKeyboardShortcuts() {
      return {
        'Alt-F10': () => {
          actions().toToolbar();
          return true;
        },
        'Mod-k': () => {
          actions().link();
          return true;
        },
        'Mod-f': () => actions().find(),
        '/': ({ editor }) => {
          const { empty, $from } = editor.state.selection;
          if (editor.view.composing || !empty || $from.depth !== 1 || $from.parent.content.size > 0) return false;
          actions().blockMenu();
          return true;
        },
      };
    },
  });
}

export function chapterExtensions({
  hint,
  flagged,
  finding,
  actions,
}: {
  /** Placeholder of an empty paragraph. `alone` is true if there is no other text. */
  hint: (alone: boolean) => string;
  flagged: readonly string[];
  finding: FindStyles;
  actions: () => EditorActions;
}): Extensions {
  return [
    Document,
    Paragraph,
    Text,
    StoryHeading,
    Bold,
    Italic,
    StruckOut,
    Quote,
    BulletList,
    NumberedList,
    Item,
    ListKeymap.configure({ listTypes: [{ itemName: 'listItem', wrapperNames: ['bulletList', 'orderedList'] }] }),
    HardBreak,
    SceneBreak,
    WebLink,
    UndoRedo,
    Placeholder.configure({ placeholder: ({ editor }) => hint(editor.isEmpty) }),
    BlockIds,
    CleanPaste,
    FlaggedWords.configure({ words: flagged }),
    FindText.configure(finding),
    actionKeys(actions),
  ];
}
