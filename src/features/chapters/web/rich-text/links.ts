import { getMarkRange, Mark } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { LINK_MAX } from '../../model/chapter-limits.ts';

/** The address as it may stand in a text: http or https, completed where only a host was given; null for anything else. */
export function webAddress(given: string): string | null {
  const text = given.trim();
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (full.length > LINK_MAX || /[\p{Cc}\s]/u.test(full) || !full.isWellFormed()) return null;
  try {
    const url = new URL(full);
    // A host without a dot is a word that was taken for one.
    return /^https?:$/.test(url.protocol) && (full === text || url.hostname.includes('.')) ? full : null;
  } catch {
    return null;
  }
}

/** Like `webAddress`, for what must have been an address already. */
const knownAddress = (href: string | null) => (href && /^https?:/i.test(href) ? webAddress(href) : null);

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    webLink: {
      /** Links the selection, or the link that the caret is in; null takes the link away. */
      setWebLink: (href: string | null) => ReturnType;
    };
  }
}

/** A link that has an address and nothing else, as the document knows it. Nothing becomes a link by being typed. */
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
          // An address pasted over words makes them a link.
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
