import type { Mutation } from '../../tools/mutations.ts';

/** The lines that the seed draws from the others. */
export const DRAWN: readonly Mutation[] = [
  {
    line: 'Relay: authors take turns, each continuing the previous author’s chapter',
    file: 'src/features/relay/server/relay-mode.ts',
    find: "'published', state.turn.nextId)",
    replace: "'published', null)",
    test: {
      file: 'src/features/relay/server/relay-turns.api.test.ts',
      name: 'gives the turn to the chosen author when it is published, and notifies them once',
    },
  },
  {
    line: 'Invite users to stories',
    file: 'src/features/participation/server/participation.service.ts',
    find: `  await takeIn(ctx, story, request.accountId);
  await notifyOutcome(ctx, story, request, 'accepted');`,
    replace: "  await notifyOutcome(ctx, story, request, 'accepted');",
    test: {
      file: 'src/features/participation/server/invitations.api.test.ts',
      name: 'is sent as a message, and accepting it lets the member write',
    },
  },
  {
    line: 'Vote in contests',
    file: 'src/features/contest/server/votes.repo.ts',
    find: `        submission_id: eb.ref('excluded.submission_id'),
`,
    replace: '',
    test: {
      file: 'src/features/contest/server/votes.api.test.ts',
      name: 'can be cast, changed, cast again and canceled',
    },
  },
  {
    line: 'Send feedback',
    file: 'src/features/moderation/server/feedback.service.ts',
    find: `  await inTransaction(ctx, ({ db }) => insertFeedback(db, feedback));
`,
    replace: '',
    test: {
      file: 'src/features/moderation/server/decisions.api.test.ts',
      name: 'stores no empty contact, and requires a login',
    },
  },
  {
    line: 'One shared layout with header, footer, toast area, cookie bar and mobile notice',
    file: 'src/site/layout/site.tsx',
    find: `      <Footer />
`,
    replace: '',
    test: {
      file: 'src/site/layout/site.test.tsx',
      name: 'has a header, the notice for phones, the page, a footer and the cookie bar, in this order',
    },
  },
  {
    line: '/ home: latest, newly created, recently updated, popular (view more, continue reading)',
    file: 'src/features/discovery/server/discovery.queries.ts',
    find: "section('classic_popular', HOME_SIZES.popular)",
    replace: "section('recent_popular', HOME_SIZES.popular)",
    test: {
      file: 'src/features/discovery/server/discovery.api.test.ts',
      name: 'shows each section in its order and size',
    },
  },
  {
    line: '/profile own profile',
    file: 'src/core/pages.ts',
    find: "at: '/profile', kind",
    replace: "at: '/me', kind",
    test: { file: 'src/core/pages.test.ts', name: '%s is %s' },
  },
  {
    line: '/auth/google/callback',
    file: 'src/features/accounts/server/provider-login.service.ts',
    find: 'return { ...tokens, from };',
    replace: "return { ...tokens, from: '/' };",
    test: {
      file: 'src/features/accounts/server/google.api.test.ts',
      name: 'creates an active account with a free name, and returns to the page where it started',
    },
  },
  {
    line: '/translate_story/{storyId}',
    file: 'src/core/pages.ts',
    find: "at: '/translate_story/:storyId'",
    replace: "at: '/translate/:storyId'",
    test: { file: 'src/core/pages.test.ts', name: '%s is %s' },
  },
  {
    line: 'Story settings for competition mode',
    file: 'src/features/stories/web/editor/story-form.ts',
    find: '      return { mode, ...initialValues(rules, models[mode], given.language), ...own, ...lengths };',
    replace: '      return { mode, ...initialValues(rules, models[mode], given.language), ...lengths };',
    test: { file: 'src/features/stories/web/editor/story-form.test.ts', name: 'come and go with the mode' },
  },
  {
    line: 'Dialogs for report, suggest category, feedback and invite',
    file: 'src/features/moderation/web/feedback-dialog.tsx',
    find: `      forget();
      onClose();
`,
    replace: `      forget();
`,
    test: { file: 'e2e/journeys/reading.spec.ts', name: 'shows a not-found page with a link home and a feedback form' },
    shows: 'toBeHidden',
  },
  {
    line: 'Header: product name to /, search box (hidden on small screens)',
    file: 'src/site/layout/header.tsx',
    find: `        <SearchBox id="search" />
`,
    replace: '',
    test: {
      file: 'src/site/layout/site.test.tsx',
      name: 'has the name of the site in its header, which leads home, and a search box',
    },
  },
  {
    line: 'The avatar falls back to a placeholder if missing or if its URL contains ‘null’',
    file: 'src/web/ui/has-picture.ts',
    find: "Boolean(src) && !src?.includes('null')",
    replace: 'Boolean(src)',
    test: { file: 'src/web/ui/has-picture.test.ts', name: 'a picture at %j exists: %j' },
  },
  {
    line: 'Chapter reading: previous and next, blocked notice, write next, submit, reader settings',
    file: 'src/features/chapters/server/chapters.queries.ts',
    find: '? [sql`<`, sql`desc`]',
    replace: '? [sql`<`, sql`asc`]',
    test: { file: 'src/features/chapters/server/line.api.test.ts', name: 'neighbors are the nearest public chapters' },
  },
  {
    line: 'Contest round: number, status, times, winner, submissions',
    file: 'src/features/contest/server/rounds.repo.ts',
    find: 'order by r.number desc limit',
    replace: 'order by r.number limit',
    test: { file: 'src/features/contest/server/rounds.api.test.ts', name: 'lists rounds newest first, in pages' },
  },
  {
    line: 'Contest submission: title, summary, content, status, votes, rejection reason, last updated',
    file: 'src/features/contest/server/submissions.service.ts',
    find: "title: input.title ?? '',",
    replace: "title: '',",
    test: {
      file: 'src/features/contest/server/submissions.api.test.ts',
      name: 'makes a draft that is saved and versioned like a chapter',
    },
  },
  {
    line: 'Feedback: type, description, optional contact',
    file: 'src/features/moderation/server/feedback.service.ts',
    find: 'contact: contact || null',
    replace: 'contact: contact ?? null',
    test: {
      file: 'src/features/moderation/server/decisions.api.test.ts',
      name: 'stores no empty contact, and requires a login',
    },
  },
  {
    line: 'An automatic pre-review; if it passes, published at once',
    file: 'src/features/moderation/server/reviews.service.ts',
    find: 'if (findings.length === 0) await approveAutomatically',
    replace: 'if (findings.length < 0) await approveAutomatically',
    test: {
      file: 'src/features/moderation/server/prereview.api.test.ts',
      name: 'many at once, well within the deadline',
    },
  },
  {
    line: 'Chapter status: draft, pending, approved, rejected, hidden',
    file: 'src/features/chapters/model/chapter-status.ts',
    find: "approved: { hide: 'hidden', ",
    replace: "approved: { hide: 'rejected', ",
    test: { file: 'src/features/chapters/model/chapter-status.test.ts', name: 'moves only as in this table' },
  },
  {
    line: 'Contest round status: scheduled, writing, voting, completed',
    file: 'src/features/contest/model/round-status.ts',
    find: "  scheduled: { start: 'writing' },",
    replace: "  scheduled: { start: 'voting' },",
    test: {
      file: 'src/features/contest/model/round-status.test.ts',
      name: 'allows the transitions of the table and no others',
    },
  },
  {
    line: 'A submission must be saved before it is submitted',
    file: 'src/features/contest/server/submissions.service.ts',
    find: "if (input.version !== undefined && input.version !== copy.version) throw new AppError('save_changes_first');",
    replace: '',
    test: {
      file: 'src/features/contest/server/submissions.api.test.ts',
      name: 'names missing fields, and asks to save first',
    },
  },
  {
    line: 'Invites and applications: accepted or declined',
    file: 'src/features/participation/server/participation.service.ts',
    find: `      await endRequest(inner, request, 'decline');
`,
    replace: `      await accept(inner, story, request);
`,
    test: {
      file: 'src/features/participation/server/invitations.api.test.ts',
      name: 'when declined changes nothing, and can be repeated after a week',
    },
  },
  {
    line: 'On 401 or 403 one refresh; other failing requests wait and replay',
    file: 'src/web/api/client.ts',
    find: '(response.status === 401 || response.status === 403) && body.code',
    replace: 'response.status === 401 && body.code',
    test: {
      file: 'src/web/api/client.test.ts',
      name: 'on %d renews the session once, and repeats every call that was refused',
    },
  },
  {
    line: 'story_apply and story_invite show Decline and Accept while unanswered',
    file: 'src/features/messages/web/message-item.tsx',
    find: 'const isOpen = isAnswered(message.type) && message.action_status === null;',
    replace: "const isOpen = message.type === 'story_invite' && message.action_status === null;",
    test: {
      file: 'src/features/messages/web/message-item.test.tsx',
      name: '%s can be accepted and declined until it is answered',
    },
  },
  {
    line: 'Member: create, messages, profile, apply, vote, report, translate, suggest, feedback',
    file: 'src/platform/http/api.ts',
    find: 'checkAccess(endpoint.access, actor);',
    replace: "checkAccess(endpoint.path === 'message/mark_all_read' ? 'moderator' : endpoint.access, actor);",
    test: { file: 'src/server/routes.api.test.ts', name: '%s: any member' },
  },
  {
    line: 'Creator: edits and deletes own stories (with confirmation)',
    file: 'src/features/stories/model/story-policy.ts',
    find: '  if (isCreator(actor, story)) return story.deleted',
    replace: '  if (actor !== null) return story.deleted',
    test: { file: 'src/features/stories/model/story-policy.test.ts', name: '%s: each role can do what the table says' },
  },
  {
    line: 'Banned or suspended accounts see a notice and are forced out',
    file: 'src/features/accounts/server/sessions.service.ts',
    find: '  if (isRestriction(status)) throw',
    replace: '  if (isRestriction(status) && account.deletion_due_at) throw',
    test: {
      file: 'src/features/accounts/server/restriction.api.test.ts',
      name: 'applies to every request that starts after it, and to refreshing',
    },
  },
  {
    line: 'Query parameter t (zh for any zh variant)',
    file: 'src/platform/http/caller.ts',
    find: `    asked: askedLanguage(asked),
`,
    replace: '',
    test: { file: 'src/platform/http/http.api.test.ts', name: 'is in the language of the caller' },
  },
  {
    line: 'POST user/register',
    file: 'src/features/accounts/contract.ts',
    find: "path: 'user/register',",
    replace: "path: 'user/sign_up',",
    test: {
      file: 'src/server/routes.api.test.ts',
      name: 'has the calls of the spec that are built, as the spec writes them',
    },
  },
  {
    line: 'POST user/update_password',
    file: 'src/features/accounts/server/password.service.ts',
    find: `    await endSessions(inner.db, id, 'password', sessionId);
`,
    replace: '',
    test: {
      file: 'src/features/accounts/server/password.api.test.ts',
      name: 'ends the other sessions and keeps the current one',
    },
  },
  {
    line: '‘An error occurred’',
    file: 'locales/en/errors.json',
    find: '"An error occurred"',
    replace: '"Oops"',
    test: { file: 'src/platform/http/wire-errors.test.ts', name: 'has the sentences of the spec' },
  },
  {
    line: 'Page not found',
    file: 'src/site/layout/page-failure.tsx',
    find: "<h1>{t('common.not_found_title')}</h1>",
    replace: '<h1>404</h1>',
    test: { file: 'src/site/layout/page-failure.test.tsx', name: 'says that a page does not exist, and leads home' },
  },
  {
    line: 'Avatar and cover under 1 MB; cover 2:3',
    file: 'src/platform/http/upload.ts',
    find: 'fileSize: UPLOAD_LIMIT_BYTES - 1,',
    replace: 'fileSize: UPLOAD_LIMIT_BYTES,',
    test: {
      file: 'src/features/stories/server/covers.api.test.ts',
      name: 'accepts 1,048,575 bytes, and refuses 1,048,576',
    },
  },
  {
    line: 'Redirect after password reset 5 seconds',
    file: 'src/features/accounts/web/reset-password-form.tsx',
    find: 'REDIRECT_AFTER = 5;',
    replace: 'REDIRECT_AFTER = 7;',
    test: {
      file: 'e2e/journeys/accounts.spec.ts',
      name: 'a forgotten password is reset by email, which ends every session',
    },
    shows: '1 second',
  },
  {
    line: 'Reset-request cooldown 60 seconds',
    file: 'src/features/accounts/model/account-limits.ts',
    find: 'MAIL_REQUEST_PAUSE = 60 * SECOND;',
    replace: 'MAIL_REQUEST_PAUSE = 40 * SECOND;',
    test: {
      file: 'src/features/accounts/server/login-limits.api.test.ts',
      name: 'is limited to once a minute, and a second request returns the wait and sends nothing',
    },
  },
  {
    line: 'One vote per contest; competition times in hours or days',
    file: 'src/features/stories/web/editor/shown-hours.ts',
    find: 'Number.isNaN(amount) ? text : String(amount * DAY_HOURS)',
    replace: 'Number.isNaN(amount) ? text : String(amount)',
    test: { file: 'src/features/stories/web/editor/shown-hours.test.ts', name: 'are entered in the chosen unit' },
  },
  {
    line: 'Writing modes',
    file: 'src/features/modes.ts',
    find: 'Object.values(MODES).map(({ id }) => id)',
    replace: 'Object.values(MODES).map(({ id }) => id).slice(1)',
    test: { file: 'src/features/stories/model/story-fields.test.ts', name: 'takes %s' },
  },
  {
    line: 'Reader backgrounds, font sizes, line spacings',
    file: 'src/features/reader/web/reader-settings.tsx',
    find: `              ['care', t('reader.background_care')],
`,
    replace: '',
    test: {
      file: 'src/features/reader/web/reader-settings.test.tsx',
      name: 'offers the backgrounds, sizes and line spacings of the spec, and two more sizes',
    },
  },
  {
    line: 'Message types',
    file: 'src/features/messages/model/message-types.ts',
    find: `  'contest_winner',
`,
    replace: '',
    test: {
      file: 'src/features/messages/server/kinds.test.ts',
      name: 'exists for each of the spec’s 17 types and of our 4',
    },
  },
  {
    line: 'Cookie choices; 8 languages, default en',
    file: 'src/core/languages.ts',
    find: "DEFAULT_LANGUAGE: Language = 'en'",
    replace: "DEFAULT_LANGUAGE: Language = 'de'",
    test: {
      file: 'src/core/languages.test.ts',
      name: 'prefers the URL, then the saved choice, then the browser, and falls back to English',
    },
  },
];
