import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { pageAt } from '../src/core/pages.ts';

/** Files that may contain URLs of pages, and why. */
const MAY_WRITE: Record<string, string> = {
  'src/core/pages.ts': 'defines the table',
  'src/web/boot/hydrate.ts': 'is inlined in every page, so it doesn’t import the table',
  'src/site/offline/service-worker.ts': 'is a script of its own, which doesn’t import the table',
};

/** Unit tests compare with complete URLs. */
const UNIT_TEST = /(?<!\.api)\.test\.tsx?$/;

/** Returns whether the text starts with the path of a page. `fill` replaces the expressions in a template. */
function isAddress(node: ts.Node, fill: string): boolean {
  let text: string;
  if (ts.isStringLiteralLike(node)) text = node.text;
  else if (ts.isTemplateExpression(node))
    text = node.head.text + node.templateSpans.map(({ literal }) => fill + literal.text).join('');
  else return false;
  const [path = ''] = text.split(/[?#]/);
  return path.startsWith('/') && !['home', 'notFound'].includes(pageAt(path).name);
}

/** Returns a message for each place that contains the URL of a page instead of calling `to`. */
export function findWrittenAddresses(root: string): string[] {
  const written = new Set<string>();
  const found: string[] = [];
  for (const path of globSync('{src,e2e,bench}/**/*.{ts,tsx}', { cwd: root }).sort()) {
    const code = readFileSync(join(root, path), 'utf8');
    if (UNIT_TEST.test(path) || !/['"`]\/\w/.test(code)) continue;
    const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (isAddress(node, '1') || isAddress(node, '')) {
        written.add(path);
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        if (!(path in MAY_WRITE)) found.push(`${path}:${line} contains the URL of a page: ${node.getText()}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  const idle = Object.keys(MAY_WRITE).filter((path) => !written.has(path));
  return [
    ...found,
    ...idle.map((path) => `${path} no longer contains a URL: remove it from scripts/page-addresses.ts`),
  ];
}
