import { createElement, type ReactNode } from 'react';

/** An element of a page: name, attributes, children. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

const VOID = new Set(['meta', 'link', 'img', 'input', 'br', 'hr', 'source', 'path', 'circle', 'rect', 'line', 'use']);
const RAW = new Set(['script', 'style']);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

function decode(text: string): string {
  return text.replace(/&([a-z]+|#x?[0-9a-f]+);/gi, (whole, name) => ENTITIES[name] ?? whole);
}

/** Parses HTML that React has rendered. Such HTML is well formed, so other HTML needn’t be supported. */
export function parsePage(html: string): Element {
  const root: Element = { name: 'root', attributes: {}, children: [] };
  const open = [root];
  const token = /<!--.*?-->|<!doctype[^>]*>|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/gis;
  for (let found = token.exec(html); found; found = token.exec(html)) {
    const [whole, closed, name, given, selfClosed] = found;
    const parent = open.at(-1)!;
    if (closed) open.pop();
    else if (name) {
      const attributes = Object.fromEntries(
        [...given!.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key, value]) => [key!, decode(value ?? '')]),
      );
      const element: Element = { name, attributes, children: [] };
      parent.children.push(element);
      if (selfClosed || VOID.has(name)) {
        const end = `</${name}>`;
        if (html.startsWith(end, token.lastIndex)) token.lastIndex += end.length;
      } else if (RAW.has(name)) {
        const end = html.indexOf(`</${name}>`, token.lastIndex);
        element.children.push(html.slice(token.lastIndex, end));
        token.lastIndex = end + name.length + 3;
      } else open.push(element);
    } else if (!whole.startsWith('<')) parent.children.push(decode(whole));
  }
  if (open.length !== 1) throw new Error(`The page could not be parsed: ${open.map(({ name }) => name).join(' > ')}`);
  return root.children.find((child): child is Element => typeof child !== 'string')!;
}

/** Converts the elements to a tree for React. Leaves out scripts and styles, which React doesn’t render. */
export function toReact(element: Element, key = 0): ReactNode {
  if (RAW.has(element.name)) return null;
  const { class: className, style: _, ...attributes } = element.attributes;
  const children = element.children.map((child, i) => (typeof child === 'string' ? child : toReact(child, i)));
  return createElement(element.name, { key, className, ...attributes }, ...(VOID.has(element.name) ? [] : children));
}

/** Returns the number of elements. */
export function countElements(element: Element): number {
  return element.children.reduce((sum, child) => sum + (typeof child === 'string' ? 0 : countElements(child)), 1);
}
