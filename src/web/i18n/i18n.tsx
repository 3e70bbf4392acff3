import { createContext, createElement, Fragment, type ReactNode, use, useCallback } from 'react';
import type { Language } from '#core/languages.ts';
import type { MessageKey, Messages, Translate, Translator } from '#core/messages.ts';
import { loadPart, type Part } from './catalogs.ts';

const TranslatorContext = createContext<Translator | null>(null);
export const TranslatorProvider = TranslatorContext.Provider;

/** On the server: takes down the parts that a page is written with, so that the browser fetches them at once. */
const UsedParts = createContext<Set<Part> | null>(null);
export const UsedPartsProvider = UsedParts.Provider;

function useTranslator(): Translator {
  const translator = use(TranslatorContext);
  if (!translator) throw new Error('No TranslatorProvider stands around this component');
  return translator;
}

/**
 * Waits for parts of the catalog. It asks for every part at every render, also for those that are there: React begins
 * anew after a wait, and counts on meeting the same waits again.
 */
function useParts(parts: Part[]): Translator {
  const translator = useTranslator();
  // The server has them all.
  if (import.meta.env.SSR) for (const part of parts) use(UsedParts)?.add(part);
  // Start loading all parts before waiting for the first.
  else for (const loading of parts.map((part) => loadPart(translator, part))) use(loading);
  return translator;
}

/** The sentences of these parts beside the common ones. Rendering waits until they are there. */
export function useT(...parts: Part[]): Translate {
  return useParts(parts).t;
}

/** For keys that are put together at run time, as `category.fantasy`. */
export function useFind(...parts: Part[]): Translator['find'] {
  return useParts(parts).find;
}

/**
 * Returns a function that preloads a part, so that it loads in parallel with the component that shows it. The promise
 * resolves even if loading fails.
 */
export function useFetchPart(): (part: Part) => Promise<void> {
  const translator = useTranslator();
  // The component that shows the part requests it again, and reports the failure.
  return useCallback((part) => loadPart(translator, part).catch(() => {}), [translator]);
}

export function useLanguage(): Language {
  return useTranslator().language;
}

/** What wraps the parts of a sentence that are tags in its message. */
type Wraps = Record<string, (content: ReactNode) => ReactNode>;

const TAG = /<(\w+)>(.*?)<\/\1>/gs;

/** A sentence with links or emphasis inside: each `<tag>` of the message is wrapped by the prop of that name. */
export function Sentence<K extends MessageKey>({
  id,
  params,
  wraps,
  parts = [],
}: {
  id: K;
  params?: Messages[K];
  wraps: Wraps;
  parts?: Part[];
}): ReactNode {
  const find = useFind(...parts);
  const text = find(id, (params ?? {}) as Record<string, string | number>) ?? id;
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(TAG)) {
    pieces.push(text.slice(from, match.index), wraps[match[1]!]?.(match[2]) ?? match[2]);
    from = match.index + match[0].length;
  }
  pieces.push(text.slice(from));
  // Pieces of one sentence never change places, so they need no keys.
  return createElement(Fragment, null, ...pieces);
}
