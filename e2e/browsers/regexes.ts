import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../../src');

export interface Regex {
  readonly source: string;
  readonly flags: string;
}

/**
 * Returns every regular expression with the flag `v` that reaches browsers: literals, and those built when a module is
 * loaded. In a process of its own, where no module has been loaded before.
 */
export function unicodeSetRegexes(): Regex[] {
  const output = execFileSync(process.execPath, [import.meta.filename], { encoding: 'utf8' });
  return JSON.parse(output);
}

/** Loads each module that may have one while `RegExp` is watched. */
async function collectRegexes(): Promise<Regex[]> {
  const found: Regex[] = [];
  const modules = globSync(['core/**/*.ts', 'features/*/model/**/*.ts'], { cwd: SRC }).filter(
    (file) => !/\.test(-kit)?\.ts$/.test(file),
  );
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args: [string, string?]) {
      if (args[1]?.includes('v')) found.push({ source: args[0], flags: args[1] });
      return new target(...args);
    },
  });
  try {
    for (const file of modules) {
      const path = join(SRC, file);
      for (const [, source, flags] of readFileSync(path, 'utf8').matchAll(
        /(?:^|[\s(=,])\/(.+)\/([a-z]*v[a-z]*)[;,.)\n]/g,
      ))
        found.push({ source: source!, flags: flags! });
      await import(path);
    }
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

if (import.meta.main) process.stdout.write(JSON.stringify(await collectRegexes()));
