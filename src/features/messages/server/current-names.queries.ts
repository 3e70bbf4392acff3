import type { NoticeParams } from '#core/notices.ts';
import type { Ctx } from '#platform/context.ts';
import { NAMES } from '../model/message-types.ts';

/**
 * Returns messages with the current names of the members in them, read with one statement for any number of messages.
 * Those who have just signed up choose a name later, often after their first notice. `<name>_id` in a message says whose
 * name it contains. Messages without it keep the name that they were written with.
 */
export async function withCurrentNames<M extends { readonly params: NoticeParams }>(
  { db }: Pick<Ctx, 'db'>,
  messages: readonly M[],
): Promise<M[]> {
  const ids = new Set(messages.flatMap(({ params }) => NAMES.flatMap((name) => idIn(params, name) ?? [])));
  const members =
    ids.size === 0
      ? []
      : await db
          .selectFrom('accounts')
          .where('id', 'in', [...ids])
          .select(['id', 'username', 'slug'])
          .execute();
  const byId = new Map(members.map((member) => [member.id, member]));
  return messages.map((message) => {
    const params = { ...message.params };
    for (const name of NAMES) {
      const member = byId.get(idIn(params, name) ?? '');
      if (!member) continue;
      params[name] = member.username;
      if (name === 'user') params.slug = member.slug;
    }
    return { ...message, params };
  });
}

function idIn(params: NoticeParams, name: (typeof NAMES)[number]): string | null {
  const id = params[`${name}_id`];
  return typeof id === 'string' ? id : null;
}
