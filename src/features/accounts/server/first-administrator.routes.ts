import { handle } from '#platform/http/pipeline.ts';
import { firstAdministratorApi } from '../contract-first-administrator.ts';
import { becomeFirstAdministrator, getFirstAdministratorLink } from './first-administrator.service.ts';

export const firstAdministratorRoutes = [
  handle(firstAdministratorApi.see, getFirstAdministratorLink),
  handle(firstAdministratorApi.become, becomeFirstAdministrator),
];
