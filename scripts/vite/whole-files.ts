import type { Plugin } from 'vite';

/** A file that only hands on what another holds: what the bundler makes for a module that is put together with others. */
const HANDS_ON = /^export\{([^}]*)\}from"\.\/([\w.-]+\.js)";\s*$/;
const FETCH = /import\((["'`])\.\/([\w.-]+\.js)\1\)/g;
const LISTED = /"assets\/([\w.-]+\.js)"/g;

interface Script {
  readonly fileName: string;
  /** True for what is asked for by its name. */
  readonly isEntry: boolean;
  code: string;
}

interface HandedOn {
  /** The file that holds it. */
  readonly file: string;
  /** An object with its exports, as an expression of the module `m`. */
  readonly exports: string;
}

/** `t as LoginDialog,n as default` as an expression. */
function objectOf(names: string): string {
  const entries = names.split(',').map((entry) => {
    const [held, asked = held] = entry.trim().split(' as ');
    return `${asked}:m.${held}`;
  });
  return `{${entries.join()}}`;
}

/** Changes the scripts so that none fetches a file that only hands on another's exports, and returns the names of those files. */
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
 * Fetches what was put together with other modules (chunks.ts) right from its file. Without it each would have a file of fifty
 * bytes that names the other: one request more for nothing.
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
