import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// Creates the folder of a new feature: model, contract, server, web and permissions, and a test that fails until there is
// something to test.
const name = process.argv[2];
if (!name || !/^[a-z][a-z-]+$/.test(name)) {
  console.error('npm run new:feature -- NAME (lowercase letters and hyphens)');
  process.exit(2);
}
const folder = join(import.meta.dirname, '../src/features', name);
if (existsSync(folder)) {
  console.error(`The feature ${name} already exists.`);
  process.exit(1);
}
const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const key = camel === name ? name : `'${name}'`;
const files: Record<string, string> = {
  'model/feature.ts': `import { modelFeature } from '#core/feature.ts';\n\nexport const ${camel} = modelFeature({\n  name: '${name}',\n});\n`,
  [`model/${name}-limits.ts`]: `/** Bounds of ${name}; used by schema, form, test and documentation alike. */\nexport const EXAMPLE_MAX = 80;\n`,
  [`model/${name}.test.ts`]: `import { expect, it } from 'vitest';\n\nit('has rules', () => expect('the rules of ${name}').toBe('written'));\n`,
  'contract.ts': `import * as z from 'zod/mini';\nimport { endpoint } from '#core/endpoint.ts';\nimport { id } from '#core/fields.ts';\n\nexport const ${camel}Api = {\n  detail: endpoint({\n    method: 'GET',\n    path: '${name}/detail',\n    access: 'public',\n    summary: 'Say in one sentence what it does.',\n    input: z.strictObject({ id }),\n    response: z.strictObject({ id }),\n    errors: ['not_found'],\n  }),\n};\n`,
  [`server/${name}.routes.ts`]: `import { handle } from '#platform/http/pipeline.ts';\nimport { ${camel}Api } from '../contract.ts';\n\nexport const ${camel}Routes = [handle(${camel}Api.detail, async (_ctx, { id }) => ({ id }))];\n`,
  'server/tables.ts': `import type { Tables } from '#platform/db/tables.ts';\n\n/** The tables of this feature, and what happens to members’ data in them. */\nexport const tables = {} satisfies Partial<Tables>;\n`,
  'server/feature.ts': `import { serverFeature } from '#platform/features/feature.ts';\nimport { ${camel}Routes } from './${name}.routes.ts';\nimport { tables } from './tables.ts';\n\nexport const ${camel} = serverFeature({ name: '${name}', routes: ${camel}Routes, contributes: { tables } });\n`,
  'web/feature.tsx': `import { webFeature } from '#web/feature.ts';\n\nexport const ${camel} = webFeature({});\n`,
  'testing/permissions.ts': `import type { PathsOf } from '#testing/calls.ts';\nimport { type Act, OK } from '#testing/permissions/acts.ts';\nimport type { Permissions } from '#testing/permissions/face.ts';\nimport { ${camel}Api } from '../contract.ts';\n\ndeclare module '#testing/calls.ts' {\n  interface ApiPaths {\n    ${key}: PathsOf<typeof ${camel}Api>;\n  }\n}\n\nconst acts: readonly Act[] = [\n  {\n    call: ${camel}Api.detail,\n    send: () => ({ id: '1' }),\n    on: [[['nothing'], OK]],\n  },\n];\n\nexport const permissions: Permissions = { acts };\n`,
};
for (const [path, text] of Object.entries(files)) {
  const file = join(folder, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
}
console.log(`Created src/features/${name}. Next, in this order (docs/adding-a-feature.md):
its terms in docs/glossary.md · one line in src/features/list.ts, src/server/features.ts and src/site/features.ts, at its position in the order ·
rules and matrices in model/, error codes and limits in model/feature.ts ·
a migration · the contract · repo, queries, service, what else the server needs in server/feature.ts · API tests and testing/permissions.ts · what it adds to pages in web/feature.tsx ·
English texts, then the seven others · a journey · npm run check`);
