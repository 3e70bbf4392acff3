import { type TOTP, URI } from 'otpauth';
import { type Member, PASSWORD } from '#testing/members.ts';
import type { TestApp } from '#testing/test-app.ts';
import { accountApi } from '../../contract.ts';
import { factorApi } from '../../contract-factors.ts';

/** An authenticator app with the secret of a member, by the clock of the site. */
export interface TestTotp {
  code: (steps?: number) => string;
  recoveryCodes: string[];
}

/** Sets up an app for a member, as they would. */
export async function setUpTotp(app: TestApp, member: Member): Promise<TestTotp> {
  const { uri } = await app.call(factorApi.beginTotp, { proof: { password: PASSWORD } }, member);
  const totp = URI.parse(uri) as TOTP;
  const code = (steps = 0) => totp.generate({ timestamp: app.clock.now().getTime() + steps * 30_000 });
  const { recoveryCodes } = await app.call(factorApi.checkTotp, { code: code() }, member);
  await app.call(factorApi.turnOnTotp, {}, member);
  return { code, recoveryCodes };
}

/** Logs in with the password and returns the token for the second step. */
export async function firstStep(app: TestApp, member: Member): Promise<string> {
  const { status, body } = await app.send(accountApi.login, { email: member.email, password: PASSWORD });
  if (status !== 409 || body.code !== 'second_step') throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.details?.token as string;
}
