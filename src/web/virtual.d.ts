declare module 'virtual:boot' {
  const script: string;
  export default script;
}

declare module 'virtual:service-worker' {
  const script: string;
  export default script;
}

declare module 'virtual:page-files' {
  import type { PageFiles } from '../../scripts/vite/page-files.ts';

  const files: PageFiles;
  export default files;
}

declare module 'virtual:language/*' {
  import type { Catalog } from '#core/messages.ts';

  export const first: Readonly<Record<string, Catalog>>;
  export const later: Readonly<Record<string, () => Promise<{ default: Catalog }>>>;
}

declare module 'virtual:document-styles' {}
