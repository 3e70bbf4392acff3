import { handle } from '#platform/http/pipeline.ts';
import { factorHelpApi } from '../../contract-factor-help.ts';
import { factorApi } from '../../contract-factors.ts';
import { distrustDevice } from '../trusted-devices.ts';
import { askEnrolment } from './enrolment.ts';
import {
  findMemberFactors,
  keepFactors,
  listRemovals,
  planRemoval,
  stopPlannedRemoval,
} from './factor-help.service.ts';
import { getFactors, renewRecoveryCodes } from './factors.service.ts';
import { addPasskey, beginPasskey, beginPasskeyProof, removePasskey, renamePasskey } from './passkeys.service.ts';
import { beginPasskeyStep, completeLogin, loginWithPasskey } from './second-step.service.ts';
import { beginTotp, checkTotp, removeTotp, turnOnTotp } from './totp.service.ts';

export const factorRoutes = [
  handle(factorApi.secondStep, completeLogin),
  handle(factorApi.passkeyChallenge, beginPasskeyStep),
  handle(factorApi.loginWithPasskey, loginWithPasskey),
  handle(factorApi.proofChallenge, beginPasskeyProof),
  handle(factorApi.factors, getFactors),
  handle(factorApi.beginTotp, beginTotp),
  handle(factorApi.checkTotp, checkTotp),
  handle(factorApi.turnOnTotp, turnOnTotp),
  handle(factorApi.removeTotp, removeTotp),
  handle(factorApi.newRecoveryCodes, renewRecoveryCodes),
  handle(factorApi.beginPasskey, beginPasskey),
  handle(factorApi.addPasskey, addPasskey),
  handle(factorApi.renamePasskey, renamePasskey),
  handle(factorApi.removePasskey, removePasskey),
  handle(factorApi.askEnrolment, askEnrolment),
  handle(factorApi.distrustDevice, distrustDevice),
  handle(factorHelpApi.find, findMemberFactors),
  handle(factorHelpApi.removals, listRemovals),
  handle(factorHelpApi.remove, planRemoval),
  handle(factorHelpApi.stopRemoval, stopPlannedRemoval),
  handle(factorHelpApi.keep, keepFactors),
];
