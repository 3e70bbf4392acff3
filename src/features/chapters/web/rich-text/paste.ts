import { Extension } from '@tiptap/core';
import { DOMParser, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';

/**
 * Chromium drops the `style` of pasted HTML under our policy, and with it bold, italic and strike from word processors.
 * So the attributes are renamed before the browser parses them, and read from the parsed elements (anchors: csp §3).
 */
function withoutBlockedAttributes(html: string): string {
  return html
    .replace(/<style[^>]*>[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\son\w+\s*=/gi, ' data-x=').replace(/\sstyle\s*=/gi, ' data-s='));
}

class StyleAwareParser extends DOMParser {
  override parseSlice(dom: globalThis.Node, options?: ParseOptions): Slice {
    for (const element of (dom as HTMLElement).querySelectorAll<HTMLElement>('[data-s]'))
      element.style.cssText = element.getAttribute('data-s') ?? '';
    return super.parseSlice(dom, options);
  }
}

function styleAware(schema: Schema): StyleAwareParser {
  // The types don’t expose the rules of a schema (anchors: csp §3).
  const { schemaRules } = DOMParser as unknown as {
    schemaRules: (schema: Schema) => ConstructorParameters<typeof DOMParser>[1];
  };
  return new StyleAwareParser(schema, schemaRules(schema));
}

export const CleanPaste = Extension.create({
  name: 'cleanPaste',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: { transformPastedHTML: withoutBlockedAttributes, clipboardParser: styleAware(this.editor.schema) },
      }),
    ];
  },
});
