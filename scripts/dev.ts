import react from '@vitejs/plugin-react';
import { createServer, type Plugin } from 'vite';
import { createLog } from '#platform/log/log.ts';
import { readConfig } from '#server/config.ts';
import { offerFirstAdministrator } from '#server/first-administrator.ts';
import type { PageSource } from '#server/pages.ts';
import { startSite } from '#server/site.ts';
import type * as SiteRenderer from '#site/render.tsx';

/** Reloads the page when a module changes that only the server uses, such as those of documents. */
const reloadDocuments: Plugin = {
  name: 'skein-reload-documents',
  hotUpdate({ modules, file, server }) {
    const { client } = server.environments;
    if (this.environment.name !== 'ssr' || modules.length === 0 || client.moduleGraph.getModulesByFile(file)) return;
    client.hot.send({ type: 'full-reload' });
  },
};

// Runs the site with pages from the current sources, which are updated in the browser when they change. Changes of
// server code need a restart. The Content-Security-Policy is off here. Journeys run on the built site.
process.env.NODE_ENV = 'development';
const vite = await createServer({ server: { middlewareMode: true }, plugins: [react(), reloadDocuments] });
const pages: PageSource = {
  mode: 'development',
  async serveFiles(http) {
    http.securityHeaders.dropContentPolicy();
    http.addHook('onRequest', (request, reply, done) => {
      if (/^\/(api|images|metrics)\b/.test(request.url)) return done();
      vite.middlewares(request.raw, reply.raw, () => done());
    });
  },
  async load() {
    const renderer = (await vite.ssrLoadModule('/src/site/render.tsx')) as typeof SiteRenderer;
    return {
      ...renderer,
      async render(url, context) {
        const page = await renderer.render(url, context);
        return { ...page, html: await vite.transformIndexHtml(url.pathname, page.html) };
      },
    };
  },
};
const config = readConfig({ HUMAN_CHECK: 'off', RATE_LIMITS: 'off', ...process.env }, process.cwd());
const site = await startSite(config, createLog(config.logLevel), pages);
console.log(`Development on ${site.url}`);
await offerFirstAdministrator(site.deps);
const stop = async () => {
  await vite.close();
  await site.stop();
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
