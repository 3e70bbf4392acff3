import { createContext, createElement, Fragment, type ReactNode, use, useCallback } from 'react';
import type { Language } from '#core/languages.ts';
import type { MessageKey, Messages, Translate, Translator } from '#core/messages.ts';
import { loadPart, type Part } from './catalogs.ts';

const TranslatorContext = createContext<Translator | null>(null);
export const TranslatorProvider = TranslatorContext.Provider;

/** On the server, collects the parts that a page was rendered with, so that the browser can load them first. */
const UsedParts = createContext<Set<Part> | null>(null);
export const UsedPartsProvider = UsedParts.Provider;

function useTranslator(): Translator {
  const translator = use(TranslatorContext);
  if (!translator) throw new Error('There is no TranslatorProvider around this component');
  return translator;
}

/**
 * Waits for parts of the catalog. Requests every part on every render, even if it is loaded: after a wait, React
 * renders again and expects the same promises.
 */
function useParts(parts: Part[]): Translator {
  const translator = useTranslator();
  // The server has all parts loaded.
  if (import.meta.env.SSR) for (const part of parts) use(UsedParts)?.add(part);
  // Start loading all parts before waiting for the first.
  else for (const loading of parts.map((part) => loadPart(translator, part))) use(loading);
  return translator;
}

/** Returns the messages of these parts and the common ones. Suspends until they are loaded. */
export function useT(...parts: Part[]): Translate {
  return useParts(parts).t;
}

/** For keys that are built at run time, such as `category.fantasy`. */
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

/** Renders the parts of a message that are enclosed in tags. */
type Wraps = Record<string, (content: ReactNode) => ReactNode>;

const TAG = /<(\w+)>(.*?)<\/\1>/gs;

/** A message with links or emphasis inside. Each `<tag>` in it is rendered by the function of that name in `wraps`. */
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
  // The pieces of a message never change their order, so they need no keys.
  return createElement(Fragment, null, ...pieces);
}
