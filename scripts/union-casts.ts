import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Finds places where the code states what a status, language, mode or document is, instead of letting the compiler
 * derive it: `as Language`, `$castTo<…>`, `$narrowType<…>`, and raw SQL whose row type spells out a union. The row
 * types of raw SQL come from `Row<'stories'>['status']`, whose unions come from the CHECKs.
 */
export interface UnionCast {
  /** Relative to the root of the repository. */
  file: string;
  line: number;
  text: string;
}

const parse = (path: string) =>
  ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/**
 * Returns true for a union that is spelled out: `'a' | 'b'`, or `(typeof STATUSES)[number]`. Null and undefined don’t
 * count.
 */
function isWritten(type: ts.TypeNode): boolean {
  if (ts.isParenthesizedTypeNode(type)) return isWritten(type.type);
  if (ts.isIndexedAccessTypeNode(type))
    return type.indexType.kind === ts.SyntaxKind.NumberKeyword && /^\(typeof \w+\)$/.test(type.objectType.getText());
  const literals = ts.isUnionTypeNode(type) ? type.types : [type];
  return literals.some((each) => ts.isLiteralTypeNode(each) && ts.isStringLiteral(each.literal));
}

/** Returns the names of the guarded types: unions of the models, and the types of jsonb columns. */
function guardedNames(root: string): Set<string> {
  const names = new Set<string>();
  for (const path of globSync(['src/core/*.ts', 'src/features/*/model/**/*.ts'], { cwd: root }))
    for (const statement of parse(join(root, path)).statements)
      if (ts.isTypeAliasDeclaration(statement) && isWritten(statement.type)) names.add(statement.name.text);
  const column = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && ts.isStringLiteral(node.name) && node.type) {
      const type = ts.isArrayTypeNode(node.type) ? node.type.elementType : node.type;
      if (ts.isTypeReferenceNode(type) && !type.typeArguments) names.add(type.getText());
    }
    ts.forEachChild(node, column);
  };
  for (const path of globSync('src/features/*/server/json-columns.ts', { cwd: root })) column(parse(join(root, path)));
  return names;
}

/**
 * Returns whether the type is or contains a guarded one. `local` has the types declared in the same file, which are
 * searched, too.
 */
function namesGuarded(type: ts.Node, names: Set<string>, local?: Map<string, ts.Node>): boolean {
  if (ts.isTypeNode(type) && isWritten(type)) return true;
  // The strings in these are names of tables and columns, not values.
  if (/^(Pick|Omit|Row)</.test(type.getText())) return false;
  if (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName)) {
    const { text } = type.typeName;
    if (names.has(text)) return true;
    const declared = local?.get(text);
    if (local && declared) {
      const rest = new Map(local);
      rest.delete(text);
      return ts.forEachChild(declared, (child) => namesGuarded(child, names, rest)) ?? false;
    }
  }
  if (ts.isIndexedAccessTypeNode(type)) return namesGuarded(type.objectType, names, local);
  if (ts.isFunctionTypeNode(type)) return false;
  return ts.forEachChild(type, (child) => namesGuarded(child, names, local) || undefined) ?? false;
}

function castsOf(source: ts.SourceFile, names: Set<string>): ts.Node[] {
  const local = new Map<string, ts.Node>();
  for (const statement of source.statements)
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      local.set(statement.name.text, statement);
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && namesGuarded(node.type, names)) found.push(node);
    if (ts.isCallExpression(node) && /\.\$(castTo|narrowType)$/.test(node.expression.getText())) found.push(node);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql')
      if (node.typeArguments?.some((type) => namesGuarded(type, names, local))) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns all such places in production code. Tests may create invalid input on purpose. */
export function findUnionCasts(root: string): UnionCast[] {
  const names = guardedNames(root);
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\.test-kit\.ts$|^src\/testing\//.test(file))
    .sort()
    .flatMap((file) => {
      const source = parse(join(root, file));
      return castsOf(source, names).map((node) => ({
        file,
        line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        text: node.getText().split('\n')[0]!.slice(0, 80),
      }));
    });
}
