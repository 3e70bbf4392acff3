import { buildMember, type Member } from '#testing/factories.ts';
import type { Caller, TestApp } from '#testing/test-app.ts';
import type { Act } from './acts.ts';
import type { Permissions, Plant } from './face.ts';
import type { Target } from './targets.ts';
import { keepCopy, MISSING, ROLES, type Role, type SignedIn, type World } from './world.ts';

const faces = Object.values(
  import.meta.glob<Permissions>('/src/features/*/testing/permissions.ts', { eager: true, import: 'permissions' }),
);

/** All acts of the site. */
export const ACTS: readonly Act[] = faces.flatMap(({ acts }) => acts);

export interface PermissionWorld {
  readonly members: Record<SignedIn, Member>;
  readonly callers: Record<Role, Caller>;
  emailOf: (role: Role) => string | null;
  /** Returns the id of what the act is tried on, for this caller. */
  idOf: (target: Target, role: Role) => string;
  /** Restores everything as it was when the world was built. */
  restore: () => Promise<void>;
}

const GRANTS = { Mo: 'moderator', A: 'administrator' } as const;

/** Runs these steps, each after those that add what it needs. */
async function plantAll(world: World, plants: readonly Plant[], has: (target: Target) => boolean): Promise<void> {
  let waiting = plants;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs = [] }) => needs.every(has));
    if (ready.length === 0) {
      const missing = waiting.flatMap(({ needs = [] }) => needs).filter((target) => !has(target));
      throw new Error(`Nothing adds ${missing.join(', ')}`);
    }
    for (const { plant } of ready) await plant(world);
    waiting = waiting.filter((step) => !ready.includes(step));
  }
}

/**
 * Builds a site with something of every kind and in every state. C has created a story of each mode. P takes part in
 * everything possible, W in the relay and in the rounds. T has translated the chapter of the solo story into German,
 * which R reviews.
 */
export async function buildPermissionWorld(app: TestApp): Promise<PermissionWorld> {
  // This process gets no invalidations.
  app.app.cache.setListening(false);
  const members = {} as Record<SignedIn, Member>;
  for (const role of ROLES)
    if (role !== 'V')
      members[role] = await buildMember(app, role in GRANTS ? { role: GRANTS[role as 'Mo' | 'A'] } : {});
  const applicant = await buildMember(app);
  const shared = new Map<Target, string>([['nothing', MISSING]]);
  const own = new Map<Target, Map<Role, string>>();
  const find = (target: Target, role: Role) => {
    const id = shared.get(target) ?? own.get(target)?.get(role);
    if (!id) throw new Error(`There is no ${target} of ${role}`);
    return id;
  };
  const world: World = {
    app,
    members,
    applicant,
    everyone: [...Object.values(members), applicant],
    put: (target, id) => void shared.set(target, id),
    putOwn: (target, role, id) => void own.set(target, (own.get(target) ?? new Map()).set(role, id)),
    idOf: (target) => find(target, 'V'),
    ownOf: find,
  };
  const plants = faces.flatMap((face) => face.plants ?? []);
  for (const when of ['first', undefined, 'last'])
    await plantAll(
      world,
      plants.filter((plant) => plant.when === when),
      (target) => shared.has(target) || own.has(target),
    );
  return {
    members,
    callers: { V: {}, ...members },
    emailOf: (role) => (role === 'V' ? null : members[role].email),
    idOf: find,
    restore: await keepCopy(app),
  };
}
