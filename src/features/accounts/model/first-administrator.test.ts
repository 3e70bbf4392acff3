import { expect, it } from 'vitest';
import { canUseFirstAdministratorLink } from './first-administrator.ts';

it.each([
  { isLinkValid: true, hasAdministrator: false, ok: true },
  { isLinkValid: true, hasAdministrator: true, ok: false },
  { isLinkValid: false, hasAdministrator: false, ok: false },
  { isLinkValid: false, hasAdministrator: true, ok: false },
])('a link makes an administrator only if it is valid and there is none: $isLinkValid, $hasAdministrator', (row) => {
  const { ok, ...facts } = row;
  expect(canUseFirstAdministratorLink(facts)).toEqual(ok ? { ok } : { ok, code: 'link_invalid' });
});
