import { beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, isRead } from '#core/endpoint.ts';
import { outcome } from '#testing/factories.ts';
import { type Act, answerFor, isRefusedAtOnce } from '#testing/permissions/acts.ts';
import { ACTS, buildPermissionWorld, type PermissionWorld } from '#testing/permissions/build-world.ts';
import { findSecrets, type Secrets, secretsOf } from '#testing/permissions/secrets.ts';
import type { Target } from '#testing/permissions/targets.ts';
import { MISSING, ROLES, type Role } from '#testing/permissions/world.ts';
import { watchWritesOutsideTransactions } from '#testing/permissions/writes-outside-transactions.ts';
import { FULL } from '#testing/rounds.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { routes } from '../features.ts';

const writes = watchWritesOutsideTransactions();
const app = setUpTestApp();
let world: PermissionWorld;
let secrets: Secrets;
beforeAll(async () => {
  world = await buildPermissionWorld(app);
  secrets = await secretsOf(app);
}, 60_000);

/** Callers of these are locked until the call has written (`Ctx.hold`). */
const HELD: ReadonlySet<Endpoint['access']> = new Set(['member', 'moderator', 'administrator']);
/** What such calls have written outside of transactions, where the lock has no effect. */
const loose = new Set<string>();

/** If a role is refused right away, the target doesn’t matter, so one target is enough. */
function targetsFor({ call }: Act, role: Role, targets: readonly (Target | 'missing')[]): typeof targets {
  const possible = role === 'V' ? targets.filter((target) => !target.startsWith('own ')) : targets;
  return FULL || !isRefusedAtOnce(call, role) ? possible : possible.slice(0, 1);
}

/** Number of responses per role. */
const answered = new Map<Role, number>();

async function tryAct({ call, send }: Act, target: Target | 'missing', role: Role): Promise<WireAnswer> {
  const idOf = (name: Target) => world.idOf(name, role);
  const input = send(target === 'missing' ? MISSING : idOf(target), idOf);
  const caller = world.callers[role];
  writes.taken();
  const answer = call.upload
    ? await app.upload(call, input as Record<string, string>, Buffer.from('x'), caller)
    : await app.send(call, input, caller);
  for (const table of writes.taken()) if (HELD.has(call.access)) loose.add(`${call.path}: ${table}`);
  if (answer.status === 200 && !isRead(call)) await world.restore();
  return answer;
}

/** A response without its date. */
function bytesOf({ status, headers, body }: WireAnswer): string {
  const { date: _, ...stable } = headers;
  return JSON.stringify({ status, headers: stable, body });
}

describe.each(ROLES)('what %s may do', (role) => {
  it.each(ACTS.map((act) => [act.call.path, act] as const))('%s', async (path, act) => {
    const missing = await tryAct(act, 'missing', role);
    for (const [targets, answers] of act.on)
      for (const target of targetsFor(act, role, targets)) {
        const answer = target === 'missing' ? missing : await tryAct(act, target, role);
        const what = `${path} of ${target} by ${role}`;
        expect(outcome(answer), what).toBe(answerFor(act.call, answers, role));
        // What the caller may not know about is answered like something that doesn’t exist.
        if (answer.status === 404) expect(bytesOf(answer), what).toBe(bytesOf(missing));
        expect(findSecrets(secrets, answer, { mayHave: act.mayHave, self: world.emailOf(role) }), what).toEqual([]);
        answered.set(role, (answered.get(role) ?? 0) + 1);
      }
  });
});

it('covers every call of the site', () => {
  const known = new Set(ACTS.map(({ call }) => call.path));
  expect(routes.map(({ endpoint }) => endpoint.path).filter((path) => !known.has(path))).toEqual([]);
});

it('writes for members only in transactions, which a restriction waits for', () => {
  expect([...loose].sort()).toEqual([]);
});

it('has checked more than 500 responses per role, or two per call if the role is refused right away', () => {
  const least = (role: Role) => (!FULL && ['V', 'S', 'B'].includes(role) ? 2 * ACTS.length : 500);
  for (const role of ROLES) expect(answered.get(role), role).toBeGreaterThan(least(role));
});
