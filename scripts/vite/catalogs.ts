import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** Messages are compiled from ICU when the site is built, so that no parser reaches the browser. */
export function catalogs(): Plugin {
  return {
    name: 'skein-catalogs',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/locales\/[a-z]{2}\/[\w-]+\.json$/.test(id)) return null;
      const messages = Object.entries(JSON.parse(code) as Record<string, string>);
      const compiled = Object.fromEntries(messages.map(([key, text]) => [key, compileMessageOrThrow(text)]));
      return {
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`,
        map: null,
        moduleType: 'js',
      };
    },
  };
}
