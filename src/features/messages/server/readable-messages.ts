import { dateFormat, HOURS } from '#core/deadline.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { escapeMarkup } from '#core/markup.ts';
import { type ExportFile, exportedPage } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { withCurrentNames } from './current-names.queries.ts';
import { targetOf } from './kinds.ts';
import { messageContent } from './message-text.ts';

const AT_ONCE = 1000;

/** Returns the messages of a member as a page to read, newest first, in the member’s language. */
export async function* readableMessages(ctx: Ctx, id: string): AsyncGenerator<ExportFile> {
  const { t } = translatorOf(ctx.language);
  const times = dateFormat(LANGUAGE_TAGS[ctx.language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    ...HOURS,
  });
  const items: string[] = [];
  for (let before: string | null = null; ; ) {
    let query = ctx.db
      .selectFrom('messages')
      .select(['id', 'type', 'story_id', 'chapter_id', 'params', 'created_at'])
      .where('account_id', '=', id);
    if (before) query = query.where('id', '<', before);
    const rows = await query.orderBy('id', 'desc').limit(AT_ONCE).execute();
    for (const row of await withCurrentNames(ctx, rows)) {
      const at = times.format(row.created_at);
      const content = messageContent(ctx.language, row.type, { ...row.params, story_id: row.story_id ?? '' });
      const target = targetOf(ctx.notices, row);
      const link = target ? `<br><a href="${escapeMarkup(target)}">${escapeMarkup(target)}</a>` : '';
      items.push(
        `<p><time datetime="${row.created_at.toISOString()}">${escapeMarkup(at)} UTC</time><br>${onSite(ctx, content + link)}</p>`,
      );
    }
    before = rows.length === AT_ONCE ? rows.at(-1)!.id : null;
    if (!before) break;
  }
  if (items.length > 0)
    yield {
      path: 'messages/messages.html',
      content: exportedPage(ctx, t('export.messages'), items.join('\n')),
    };
}

/** Makes the links of a message absolute: the page is opened outside of the site. */
function onSite({ config }: Pick<Ctx, 'config'>, content: string): string {
  const origin = escapeMarkup(config.publicUrl.origin);
  return content.replaceAll('<a href="/', () => `<a href="${origin}/`);
}
