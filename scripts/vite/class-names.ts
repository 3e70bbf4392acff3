import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns three letters for a style module, derived from its path and its content. */
function lettersOf(path: string, content: string): string {
  const hash = createHash('sha256').update(path).update('\0').update(content).digest();
  return [0, 4, 8].map((offset) => LETTERS[hash.readUInt32BE(offset) % LETTERS.length]).join('');
}

/**
 * Returns short names for the classes of style modules, because they are in every page and in the scripts: letters for
 * the file, and the index of the class in it. They depend only on the file. So they are the same in the builds for
 * browsers and for the server, and a release only renames the classes of files that it changes. A page that a browser
 * has cached from an earlier release hardly ever gets a class with another meaning.
 */
export function shortClassNames(): (name: string, file: string) => string {
  const seen = new Map<string, { letters: string; names: string[] }>();
  return (name, file) => {
    const path = relative(ROOT, file.split('?', 1)[0]!);
    let known = seen.get(path);
    if (!known) {
      const letters = lettersOf(path, readFileSync(join(ROOT, path), 'utf8'));
      const other = [...seen].find(([, { letters: taken }]) => taken === letters);
      if (other)
        throw new Error(`The classes of ${path} and ${other[0]} have the same letters. Change a comment in one`);
      known = { letters, names: [] };
      seen.set(path, known);
    }
    if (!known.names.includes(name)) known.names.push(name);
    return `${known.letters}${known.names.indexOf(name)}`;
  };
}
