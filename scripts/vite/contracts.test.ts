import { expect, it } from 'vitest';
import { buildForBrowsers } from './browser-build.test-kit.ts';
import { contracts } from './contracts.ts';

const PAGE = 'src/site/pages/tried.view.tsx';
const build = (code: string) => buildForBrowsers({ [PAGE]: code }, [PAGE], [contracts()]);

it('reduces a contract in browsers to what its calls need, and its constants', async () => {
  const chunks = await build(
    `export { accountApi } from '#features/accounts/contract.ts';
     export { CONNECTS } from '#features/accounts/contract-providers.ts';
     export { messageApi } from '#features/messages/contract.ts';`,
  );
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  expect(modules.filter((id) => /zod|\/model\//.test(id))).toEqual([]);
  const { accountApi, CONNECTS, messageApi } = await import(
    `data:text/javascript,${encodeURIComponent(chunks[0]!.code)}`
  );
  expect(accountApi.login).toEqual({ method: 'POST', path: 'user/login', access: 'open' });
  expect(messageApi.list).toEqual({ method: 'GET', path: 'message/list', access: 'member', list: true });
  expect(CONNECTS).toBe('connect.');
});

it('fails the build if browser code uses a schema', async () => {
  await expect(build(`export { Tokens } from '#features/accounts/contract.ts';`)).rejects.toThrow(/"Tokens"/);
  await expect(
    build(
      `import { accountApi } from '#features/accounts/contract.ts';
       export const { email } = accountApi.login.input.shape;`,
    ),
  ).rejects.toThrow('accountApi.login.input does not reach browsers');
});
