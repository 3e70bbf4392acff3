import { getMarkRange, Mark } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { LINK_MAX } from '../../model/chapter-limits.ts';

/** Returns the URL as allowed in a text: http or https, completed if only a host was given. Null for anything else. */
export function webAddress(given: string): string | null {
  const text = given.trim();
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (full.length > LINK_MAX || /[\p{Cc}\s]/u.test(full) || !full.isWellFormed()) return null;
  try {
    const url = new URL(full);
    // A host without a dot is probably just a word.
    return /^https?:$/.test(url.protocol) && (full === text || url.hostname.includes('.')) ? full : null;
  } catch {
    return null;
  }
}

/** Like `webAddress`, but requires an http or https scheme. */
const knownAddress = (href: string | null) => (href && /^https?:/i.test(href) ? webAddress(href) : null);

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    webLink: {
      /** Links the selection, or changes the link at the caret. Null removes the link. */
      setWebLink: (href: string | null) => ReturnType;
    };
  }
}

/** A link with only a URL, as in the document schema. Typing never creates a link. */
export const WebLink = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  keepOnSplit: false,
  addAttributes() {
    return { href: { default: null } };
  },
  parseHTML() {
    return [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = knownAddress(element.getAttribute('href'));
          return href ? { href } : false;
        },
      },
    ];
  },
  renderHTML({ HTMLAttributes: { href } }) {
    return ['a', { href: knownAddress(href as string) ?? '', rel: 'nofollow ugc noopener' }, 0];
  },
  addCommands() {
    return {
      setWebLink:
        (href) =>
        ({ state, tr, dispatch }) => {
          const { selection } = state;
          const around = getMarkRange(selection.$from, this.type);
          const { from, to } = selection.empty && around ? around : selection;
          if (from === to) return false;
          tr.removeMark(from, to, this.type);
          if (href) tr.addMark(from, to, this.type.create({ href }));
          if (dispatch) dispatch(tr);
          return true;
        },
    };
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          // Pasting a URL over selected text links it.
          handlePaste: (view, event) => {
            const text = event.clipboardData?.getData('text/plain').trim() ?? '';
            const href = view.state.selection.empty ? null : knownAddress(text);
            return href !== null && this.editor.commands.setWebLink(href);
          },
        },
      }),
    ];
  },
});
