import { type DefaultTreeAdapterTypes as Html, parse } from 'parse5';

type Parent = Html.ParentNode;

/** Links to files of the page itself. */
const OWN_FILES = /^(stylesheet|modulepreload|preload|prefetch|preconnect|dns-prefetch)$/;
/** Attributes with ids of other elements. */
const REFERENCE =
  /^(aria-(activedescendant|controls|describedby|details|errormessage|flowto|labelledby|owns)|commandfor|for|form|headers|list|popovertarget)$/;
/** An id that React’s `useId` made, in a root with or without a prefix. */
const GENERATED_ID = /_[a-z]*[rR]_[0-9a-v]+(H[0-9a-v]+)?_/g;
/** If what an attribute refers to has a longer text, it isn't a name for something else. */
const LONGEST_NAME = 60;

const isElement = (node: Html.Node): node is Html.Element => 'tagName' in node;
const isText = (node: Html.Node): node is Html.TextNode => node.nodeName === '#text';
const plain = (text: string) => text.replace(/[ \t\n\r\f]+/g, ' ').trim();
const attribute = ({ attrs }: Html.Element, name: string) => attrs.find((one) => one.name === name)?.value;

function textOf(node: Html.Node): string {
  if (isText(node)) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

function* elementsIn(parent: Parent): Generator<Html.Element> {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    yield child;
    yield* elementsIn(child);
    if ('content' in child) yield* elementsIn(child.content);
  }
}

/** Scripts, styles and links to files. A script with data for search engines is content. */
function isMachinery(element: Html.Element): boolean {
  const { tagName } = element;
  if (tagName === 'script') return attribute(element, 'type') !== 'application/ld+json';
  return tagName === 'style' || (tagName === 'link' && OWN_FILES.test(attribute(element, 'rel') ?? ''));
}

type Describe = (element: Html.Element) => string;

/** Describes elements with their attributes. Replaces references to ids, which may change, by the text of what they refer to. */
function describer(document: Html.Document): Describe {
  const byId = new Map<string, Html.Element>();
  for (const element of elementsIn(document)) {
    const id = attribute(element, 'id');
    if (id && !byId.has(id)) byId.set(id, element);
  }
  const target = (id: string) => {
    const found = byId.get(id);
    if (!found) return '→nothing';
    const name = plain(textOf(found)) || attribute(found, 'name') || '';
    return name.length > LONGEST_NAME ? `→${found.tagName}` : `→${found.tagName} “${name}”`;
  };
  const describeValue = (name: string, value: string) => {
    if (REFERENCE.test(name)) return plain(value).split(' ').map(target).join(' ');
    if (name === 'href' && /^#./.test(value)) return target(decodeURIComponent(value.slice(1)));
    return plain(value).replace(GENERATED_ID, '*');
  };
  return ({ tagName, attrs }) => {
    const kept = attrs.filter(({ name, value }) => {
      if (name === 'id') return value.search(GENERATED_ID) < 0;
      return name !== 'class' && name !== 'nonce' && !name.startsWith('data-');
    });
    const written = kept
      .map(({ name, value }) => (value === '' ? name : `${name}="${describeValue(name, value)}"`))
      .sort();
    return [tagName, ...written].join(' ');
  };
}

/** Elements without a meaning of their own. They have no line, so that one more or less makes no difference, within a text either. */
const BARE = /^(div|span)( id="[^"]*")?$/;

/** Appends the children, a line each. */
function write(parent: Parent, indent: string, describe: Describe, lines: string[]): void {
  let text = '';
  const endText = () => {
    const words = plain(text);
    if (words !== '') lines.push(`${indent}“${words}”`);
    text = '';
  };
  const writeAll = (nodes: readonly Html.ChildNode[]) => {
    for (const child of nodes) {
      if (isText(child)) text += child.value;
      if (!isElement(child) || isMachinery(child)) continue;
      const line = describe(child);
      const isBare = BARE.test(line);
      if (isBare && child.tagName === 'span') {
        writeAll(child.childNodes);
        continue;
      }
      endText();
      if (!isBare) lines.push(indent + line);
      write('content' in child ? child.content : child, isBare ? indent : `${indent}  `, describe, lines);
    }
  };
  writeAll(parent.childNodes);
  endText();
}

/**
 * Returns a page as lines: one per element or text, indented below its parent. Leaves out how the page is made: scripts, links
 * to files, comments, classes, `data-*`, and generated ids. The head is sorted, because its order has no meaning.
 */
export function outlineOf(html: string): string[] {
  const document = parse(html, { scriptingEnabled: false });
  const describe = describer(document);
  const root = document.childNodes.find(isElement);
  if (!root) throw new Error('A document without elements');
  const [head, body] = ['head', 'body'].map((name) =>
    root.childNodes.filter(isElement).find((e) => e.tagName === name),
  );
  const inHead = head!.childNodes.filter(isElement).filter((element) => !isMachinery(element));
  const written = inHead.map((element) => `head: ${describe(element)} ${plain(textOf(element))}`.trimEnd());
  const lines = [describe(root), ...written.sort(), describe(body!)];
  write(body!, '  ', describe, lines);
  return lines;
}
