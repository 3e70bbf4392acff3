import { AppError, fieldError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import type { ProvenCall } from '../contract-account-calls.ts';
import type { Proof, ProofOf } from '../contract-proof.ts';
import type { Provider } from '../model/connections.ts';
import { PROOF_KINDS, type ProofKind } from '../model/proof.ts';
import type { AccountRow } from './accounts.repo.ts';
import { waysIn } from './connections.ts';
import { waysOf } from './factors/factors.queries.ts';
import { takeTotp } from './factors/take-code.ts';
import { checkPasskey } from './factors/webauthn.ts';
import { identitiesOf } from './identities.repo.ts';
import { verifyPassword } from './password-hash.ts';
import { spendProviderProof } from './provider-proof.ts';

/** What a proof is checked against. */
interface Claim {
  account: AccountRow;
  /** The call that it must be for. */
  act: ProvenCall;
}

interface ProofKindOnServer<K extends ProofKind> {
  /** Whether this member can give a proof of this kind. */
  isOffered: (ctx: Ctx, account: AccountRow) => boolean | Promise<boolean>;
  /** Throws if it proves nothing. The error belongs to the field with the name of the kind. */
  check: (ctx: Ctx, claim: Claim, given: ProofOf<K>) => Promise<void>;
}

/** Uses up a proof of a provider. The owner may have disconnected it since, because someone else uses it. */
const isProven = async (ctx: Ctx, { account, act }: Claim, provider: Provider, token: string) =>
  (await identitiesOf(ctx.db, account.id)).some((identity) => identity.provider === provider) &&
  (await spendProviderProof(ctx, token, { accountId: account.id, act, provider }));

async function isWayIn(ctx: Ctx, accountId: string, provider: Provider): Promise<boolean> {
  return (await waysIn(ctx, accountId)).some((identity) => identity.provider === provider);
}

/** Returns the error that asks for a login at a provider. */
export function signInAgain({ signIn }: Pick<Ctx, 'signIn'>, provider: Provider): AppError {
  if (provider === 'google') return new AppError('sign_in_again');
  return new AppError('prove_again', { params: { provider: signIn[provider]?.name ?? '' } });
}

const KINDS: { readonly [K in ProofKind]: ProofKindOnServer<K> } = {
  password: {
    isOffered: (_ctx, { password_hash: hash }) => hash !== null,
    async check(_ctx, { account: { password_hash: hash } }, given) {
      if (hash === null) throw new AppError('password_missing');
      if (!(await verifyPassword(hash, given))) throw fieldError('password', 'password_wrong');
    },
  },
  totp: {
    isOffered: async (ctx, { id }) => (await waysOf(ctx, id))?.totp === true,
    check: (ctx, { account }, given) => takeTotp(ctx, account, given, 'totp'),
  },
  passkey: {
    isOffered: async (ctx, { id }) => (await waysOf(ctx, id))?.passkey === true,
    async check(ctx, { account, act }, given) {
      await checkPasskey(ctx, given, `proof ${act}`, account.id);
    },
  },
  provider: {
    isOffered: (ctx, { id }) => isWayIn(ctx, id, 'google'),
    async check(ctx, claim, given) {
      if (!(await isProven(ctx, claim, 'google', given))) throw signInAgain(ctx, 'google');
    },
  },
  openid: {
    isOffered: (ctx, { id }) => isWayIn(ctx, id, 'openid'),
    async check(ctx, claim, given) {
      if (!(await isProven(ctx, claim, 'openid', given))) throw signInAgain(ctx, 'openid');
    },
  },
};

/** Returns the kinds of proof that the member can give. */
export async function proofKindsOf(ctx: Ctx, account: AccountRow): Promise<ProofKind[]> {
  const offered = await Promise.all(PROOF_KINDS.map((kind) => KINDS[kind].isOffered(ctx, account)));
  return PROOF_KINDS.filter((_kind, index) => offered[index]);
}

/** Checks a proof of any kind. Throws what its kind throws. */
export function checkProof(ctx: Ctx, claim: Claim, proof: Proof): Promise<void> {
  if ('password' in proof) return KINDS.password.check(ctx, claim, proof.password);
  if ('totp' in proof) return KINDS.totp.check(ctx, claim, proof.totp);
  if ('passkey' in proof) return KINDS.passkey.check(ctx, claim, proof.passkey);
  if ('openid' in proof) return KINDS.openid.check(ctx, claim, proof.openid);
  return KINDS.provider.check(ctx, claim, proof.provider);
}
