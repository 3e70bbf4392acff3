import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { WRITING_MODES } from '../src/features/modes.ts';

/** Where writing modes are named besides the features that implement them: the list of them, and the type of such lists. */
const HOME = [
  /^src\/features\/stories\/model\/writing-mode\.ts$/,
  /^src\/features\/modes\.ts$/,
  // Generated from the CHECKs of the migrated database.
  /^src\/platform\/db\/schema\.ts$/,
  // Tests and fixtures write stories of certain modes.
  /\.test\.tsx?$|\.test-(kit|child)\.tsx?$|\/testing\//,
];

const ids: ReadonlySet<string> = new Set(WRITING_MODES);
const IN_SQL = new RegExp(`'(${WRITING_MODES.join('|')})'`);

/** Returns the names of the properties of an object or a type. */
function keysOf(node: ts.Node): string[] {
  const members = ts.isObjectLiteralExpression(node)
    ? node.properties
    : ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node)
      ? node.members
      : [];
  return members.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
}

/** Returns what names a mode here, or null. One key alone, such as the name of a variable, isn’t a list of modes. */
function nameIn(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node) && ids.has(node.text)) return `'${node.text}'`;
  const isTemplate = ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node);
  if (isTemplate || ts.isTemplateTail(node)) return IN_SQL.exec(node.text)?.[0] ?? null;
  const modes = keysOf(node).filter((key) => ids.has(key));
  if (modes.length > 1) return `{ ${modes.join(', ')} }`;
  if (!ts.isTypeReferenceNode(node) || node.typeName.getText() !== 'Record') return null;
  return node.typeArguments?.[0]?.getText() === 'WritingMode' ? 'Record<WritingMode, …>' : null;
}

/**
 * Returns a message for each place outside of the modes that names one. Other features ask what a mode says about
 * itself (`ctx.modeModels`, `useModes()`), so that another mode needs no change there.
 */
export function findModeNames(root: string): string[] {
  // The features with a mode.
  const folders = globSync('src/features/*/model/mode.ts', { cwd: root }).map((path) =>
    path.replace(/model\/mode\.ts$/, ''),
  );
  return globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((path) => {
    if (folders.some((folder) => path.startsWith(folder)) || HOME.some((place) => place.test(path))) return [];
    const text = readFileSync(join(root, path), 'utf8');
    if (!text.includes('WritingMode') && !WRITING_MODES.some((mode) => text.includes(mode))) return [];
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const name = nameIn(node);
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (name) found.push(`${path}:${line + 1} names a writing mode: ${name}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}
