import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ALL = 'lucide/dist/esm/iconsAndAliases.mjs';
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide["'];?/g;

/** Maps the export name of each icon to its file. */
function readFiles(): Map<string, string> {
  const list = readFileSync(fileURLToPath(import.meta.resolve(ALL)), 'utf8');
  return new Map(
    [...list.matchAll(/export \{ ([^}]*) \} from '\.\/icons\/([\w-]+\.mjs)'/g)].flatMap(([, names, file]) =>
      names!.split(',').map((name) => [name.trim().replace('default as ', ''), file!] as const),
    ),
  );
}

/**
 * Imports each icon from its own file. Through the package’s index, every module with an icon would seem to need all
 * 1,700, and no group in scripts/vite/chunks.ts could include a single one.
 */
export function drawings(): Plugin {
  const files = readFiles();
  return {
    name: 'skein-drawings',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/src/') || !code.includes('lucide')) return null;
      const changed = code.replace(IMPORT, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => {
            const [drawing, as = drawing] = name.split(/\s+as\s+/);
            const file = files.get(drawing!);
            if (!file) throw new Error(`lucide has no drawing named ${drawing}`);
            return `import ${as} from 'lucide/dist/esm/icons/${file}';`;
          })
          .join(' '),
      );
      return changed === code ? null : { code: changed, map: null };
    },
  };
}
