import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  ssr: true,
  // The whole list of routes comes with the page: one request less, and nothing to discover.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
