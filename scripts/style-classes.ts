import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** Returns the names by which the classes of a style sheet can be used: as written, and in camel case. */
function classesOf(path: string): ReadonlySet<string> {
  const css = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const names = [...css.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name);
  return new Set([...names, ...names.map((name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase()))]);
}

/**
 * Returns a message for each class that a component uses and its style sheet doesn’t have. The type checker accepts any
 * class name, and without the class the page only looks wrong. Computed names (`styles[size]`) are not checked.
 */
export function findMissingClasses(root: string): string[] {
  const known = new Map<string, ReadonlySet<string>>();
  return globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    const code = source.replaceAll(/^import .*$/gm, '');
    return [...source.matchAll(IMPORT)].flatMap(([, local = '', from = '']) => {
      const sheet = from.startsWith('#') ? join('src', from.slice(1)) : normalize(join(dirname(path), from));
      const classes = known.get(sheet) ?? classesOf(join(root, sheet));
      known.set(sheet, classes);
      const used = new Set(
        [...code.matchAll(new RegExp(`(?<![\\w.])${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
      );
      return [...used]
        .filter((name) => !classes.has(name))
        .map((name) => `${path} uses the class ${name}, which ${sheet} does not have`);
    });
  });
}
