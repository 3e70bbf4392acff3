import { globSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { readImports, type SourceFile, SRC } from './imports.ts';

/** What needs React in the browser: state, effects, stores, lazy parts and error boundaries. */
const LIVING =
  /\b(use(State|Reducer|Effect|LayoutEffect|InsertionEffect|Ref|SyncExternalStore|Transition|ActionState|Optimistic|EffectEvent)|lazy|Component)\b/;
const FROM_REACT = /^import \{([^}]*)\} from 'react';$/m;
const HANDLER = /\s(on[A-Z]\w*|ref)=\{/;

/** Returns what a module has that would do nothing in a document, or null. */
function livingPart({ path, code }: SourceFile): string | null {
  return (
    LIVING.exec(FROM_REACT.exec(code)?.[1] ?? '')?.[0] ??
    (path.endsWith('.tsx') ? (HANDLER.exec(code)?.[1] ?? null) : null)
  );
}

function wayTo(file: SourceFile): string {
  const path = relative(SRC, file.path);
  return file.importer ? `${wayTo(file.importer)} → ${path}` : path;
}

/** Returns a line for each module of the documents that needs React in the browser. */
export function findLivingParts(roots: readonly string[]): string[] {
  return readImports(roots).flatMap((file) => {
    const part = /\.tsx?$/.test(file.path) ? livingPart(file) : null;
    return part ? [`${part}: ${wayTo(file)}`] : [];
  });
}

/** Whether a file defines a page that is a document. */
const isDocument = ({ code }: SourceFile) => /^ {2}script: '(document|none)',$/m.test(code);

/** Returns the pages that are documents, and what features and writing modes show in them. */
function documentRows(): string[] {
  const rows = globSync(`${SRC}/site/pages/*.tsx`).map((path) => readImports([path])[0]!);
  return [...rows.filter(isDocument).map(({ path }) => path), ...globSync(`${SRC}/features/*/web/{on-*,pages}.tsx`)];
}

/**
 * Fails the server build if a document has something that only React in the browser can do. Documents are never
 * hydrated: a handler or a state in one would do nothing, without any error.
 */
export function staticDocuments(): Plugin {
  return {
    name: 'skein-static-documents',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      const found = findLivingParts(documentRows());
      if (found.length > 0)
        this.error(
          `These parts of documents need React in the browser (scripts/vite/documents.ts):\n${found.join('\n')}`,
        );
    },
  };
}
