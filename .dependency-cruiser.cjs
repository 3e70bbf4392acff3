// What may import what (docs/architecture.md). core ← model ← contract ← server | web; features see only those to their left.
const { FEATURE_ORDER } = require('./src/features/list.ts');

const ORDER = FEATURE_ORDER.map((group) => group.map(({ name }) => name));

/**
 * The features that a page of the site is about, by the name of its module. What other features show there they show in
 * its slots. Every page may use `accounts`, to let visitors log in.
 */
const SUBJECTS = {
  home: ['discovery'],
  search: ['discovery', 'stories'],
  '(shown-)?story': ['stories', 'reader', 'translation'],
  chapter: ['chapters', 'reader', 'translation'],
  user: ['profile'],
  profile: ['profile'],
  messages: ['messages'],
  '(news|unsubscribe)': ['news'],
  moderation: ['moderation'],
  statistics: ['reader'],
  'edit-submission': ['contest'],
  'edit-chapter': ['chapters'],
  'edit-story': ['stories'],
  '(translat(e-(chapter|story)|ing)|review-(chapter|story)-translation)': ['translation'],
  '(about|agreement)': ['pages'],
  '(reset-password|login-link|end-login|google-callback|not-found)': [],
  offline: ['stories'],
  voting: ['contest', 'reader'],
  invitation: ['participation'],
};

/** What tests share: of the site, and of a feature. */
const TESTING = ['^src/testing/', '^src/features/[^/]+/testing/'];

const rules = [];
ORDER.forEach((group, place) => {
  const later = ORDER.slice(place + 1).flat();
  for (const feature of group) {
    const siblings = group.filter((other) => other !== feature);
    const forbidden = [...later, ...siblings];
    if (forbidden.length === 0) continue;
    rules.push({
      name: `${feature}-looks-left`,
      comment: `${feature} may only know the features before it in the order.`,
      severity: 'error',
      // Tests may put features together that do not know each other.
      from: { path: `^src/features/${feature}/`, pathNot: ['\\.test\\.tsx?$', '/testing/'] },
      to: { path: `^src/features/(${forbidden.join('|')})/` },
    });
  }
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...rules,
    {
      name: 'site-lists-features-once',
      comment: 'Around its pages, the site names features only in its list. Every page can ask to log in.',
      severity: 'error',
      from: {
        path: '^src/site/',
        pathNot: ['^src/site/(features\\.ts$|around-editors\\.tsx$|pages/|modes)', '\\.test\\.tsx?$'],
      },
      to: { path: '^src/features/(?!accounts/)' },
    },
    ...Object.entries(SUBJECTS).map(([page, subjects]) => ({
      name: `page-of-its-subject-${page}`,
      comment: 'A page imports only the features that it is about.',
      severity: 'error',
      from: { path: `^src/site/pages/${page}(\\.room|\\.view)?\\.tsx$` },
      to: { path: `^src/features/(?!modes\\.ts$|(${['accounts', ...subjects].join('|')})/)` },
    })),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.test\\.tsx?$',
          '\\.worker\\.ts$',
          '^src/site/(start|render)\\.tsx$',
          '^src/platform/db/row-types\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'core-is-pure',
      comment: 'core knows nothing of us: no platform, no feature, no page, nothing of Node.',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^src/(?!core/)'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core-without-node',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'model-is-pure',
      comment: 'Rules are tested without anything: core and other models only, no Node, no React.',
      severity: 'error',
      from: { path: '^src/features/[^/]+/model/', pathNot: '\\.test\\.ts$' },
      to: {
        path: [
          '^src/(platform|server|web|testing)/',
          '^src/features/[^/]+/(server|web|contract)',
          '(^|/)node_modules/(react|react-dom|pg|kysely|fastify)/',
        ],
      },
    },
    {
      name: 'model-without-node',
      severity: 'error',
      from: { path: '^src/features/[^/]+/model/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contract-is-shared',
      severity: 'error',
      from: { path: '^src/features/[^/]+/contract[^/]*$' },
      to: { path: ['^src/(platform|server|web|testing)/', '^src/features/[^/]+/(server|web)/'] },
    },
    {
      name: 'other-servers-by-their-face',
      comment: 'Of another feature’s server only what its index.ts gives.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/server/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/features/([^/]+)/server/', pathNot: ['^src/features/$1/', '/server/index\\.ts$'] },
    },
    {
      name: 'servers-without-web',
      severity: 'error',
      from: { path: ['^src/platform/', '^src/features/[^/]+/server/'] },
      to: { path: ['^src/web/', '^src/features/[^/]+/web/'] },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^src/features/', '^src/server/'] },
    },
    {
      name: 'web-without-server',
      comment: 'What reaches the browser never holds server code; even loaders reach the server through contracts.',
      severity: 'error',
      from: { path: ['^src/(web|site)/', '^src/features/[^/]+/web/'], pathNot: '\\.test\\.tsx?$' },
      to: {
        path: [
          '^src/(platform|server|testing)/',
          '^src/features/[^/]+/server/',
          '(^|/)node_modules/(pg|kysely|fastify|graphile-worker|pino|sharp)/',
        ],
      },
    },
    {
      name: 'nothing-imports-the-site',
      severity: 'error',
      comment: 'The pages put features together. Only the server may use the renderer, as a type.',
      from: { path: '^src/', pathNot: ['^src/site/', '^src/server/pages\\.ts$', '\\.test\\.tsx?$'] },
      to: { path: '^src/site/' },
    },
    {
      name: 'modes-are-passed',
      severity: 'error',
      comment:
        'Features get the writing modes from their context, a React context or a parameter. Only contracts import the list.',
      from: {
        path: '^src/',
        pathNot: ['^src/(server|site)/', '/contract[^/]*\\.ts$', '\\.test\\.tsx?$', '\\.test-kit\\.ts$'],
      },
      to: { path: '^src/features/modes\\.ts$' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/features/' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'A workspace package imports nothing of Skein, so that it can be tested and reused without it.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { pathNot: ['^packages/$1/', '(^|/)node_modules/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'packages-by-their-entry',
      comment: 'Of a workspace package only its entry.',
      severity: 'error',
      from: { pathNot: '^packages/' },
      to: { path: '^packages/[^/]+/(?!src/index\\.ts$)' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(src|packages)/', pathNot: [...TESTING, '\\.test\\.tsx?$', '\\.test-(kit|child)\\.ts$'] },
      to: { path: [...TESTING, '\\.test\\.tsx?$', '\\.test-(kit|child)\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Packages stay in the graph: rules name some of them.
    exclude: { path: ['^build/', '\\.react-router/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
    },
  },
};
