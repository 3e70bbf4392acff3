import { globSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** `a`, `b`, … `z`, `aa`: short, and no word, so that it compresses well. */
function letters(n: number): string {
  return (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(97 + (n % 26));
}

/**
 * Short names for the classes of style modules, since they stand in every page and in the scripts: the file's place
 * among all, and the class's place in its file. Both are the same in the builds for browsers and for the server.
 */
export function shortClassNames(): (name: string, file: string) => string {
  const files = globSync('src/**/*.module.css', { cwd: ROOT }).sort();
  const seen = new Map<string, string[]>();
  return (name, file) => {
    const path = relative(ROOT, file.split('?', 1)[0]!);
    let names = seen.get(path);
    if (!names) {
      names = [];
      seen.set(path, names);
    }
    if (!names.includes(name)) names.push(name);
    return `${letters(files.indexOf(path))}${names.indexOf(name)}`;
  };
}
