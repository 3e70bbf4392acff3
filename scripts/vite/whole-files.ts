import type { Plugin } from 'vite';

/** Matches a file that only re-exports from another: the bundler's output for a module that it merged with others. */
const HANDS_ON = /^export\{([^}]*)\}from"\.\/([\w.-]+\.js)";\s*$/;
const FETCH = /import\((["'`])\.\/([\w.-]+\.js)\1\)/g;
const LISTED = /"assets\/([\w.-]+\.js)"/g;

interface Script {
  readonly fileName: string;
  /** True for entry files, which are requested by name. */
  readonly isEntry: boolean;
  code: string;
}

interface HandedOn {
  /** Name of the file that has the code. */
  readonly file: string;
  /** Expression that builds an object of the exports from the module `m`. */
  readonly exports: string;
}

/** Converts an export list such as `t as LoginDialog,n as default` to an object expression. */
function objectOf(names: string): string {
  const entries = names.split(',').map((entry) => {
    const [held, asked = held] = entry.trim().split(' as ');
    return `${asked}:m.${held}`;
  });
  return `{${entries.join()}}`;
}

/** Rewrites the scripts so that none fetches a re-exporting file. Returns the names of the re-exporting files. */
export function fetchRight(scripts: readonly Script[]): string[] {
  const handedOn = new Map<string, HandedOn>();
  for (const { fileName, isEntry, code } of scripts) {
    const [, names, file] = HANDS_ON.exec(code) ?? [];
    if (!isEntry && names !== undefined && file !== undefined)
      handedOn.set(fileName.slice('assets/'.length), { file, exports: objectOf(names) });
  }
  for (const script of scripts)
    script.code = script.code
      .replace(FETCH, (fetch, _, name: string) => {
        const found = handedOn.get(name);
        return found ? `import("./${found.file}").then(m=>(${found.exports}))` : fetch;
      })
      .replace(LISTED, (listed, name: string) => {
        const found = handedOn.get(name);
        return found ? `"assets/${found.file}"` : listed;
      });
  return [...handedOn.keys()].map((name) => `assets/${name}`);
}

/**
 * Makes dynamic imports of merged modules (chunks.ts) fetch the merged file directly. Otherwise each module would have
 * a 50-byte file that re-exports from it, which costs an extra request.
 */
export function wholeFiles(): Plugin {
  return {
    name: 'skein-whole-files',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const name of fetchRight(scripts)) delete bundle[name];
    },
  };
}
