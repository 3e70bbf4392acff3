import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastify } from 'fastify';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { registerRawRoutes } from '#platform/http/raw-routes.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { GROUND, installableRoutes } from './installable.ts';

const http = fastify();
beforeAll(() => {
  const routes = installableRoutes(() => 'self.kept = 1');
  registerRawRoutes(http, routes, { deps: { config: { siteName: 'Garn & <Co>' } } } as never);
});

it('the manifest describes the site in the reader’s language, and its icons have the declared sizes', async () => {
  const response = await http.inject({ url: '/manifest.webmanifest?t=ja' });
  expect(response.headers['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = response.json();
  expect(manifest).toMatchObject({
    name: 'Garn & <Co>',
    lang: 'ja',
    description: translatorOf('ja').t('meta.home_description'),
    start_url: '/',
  });
  for (const { src, sizes } of [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const icon = await http.inject({ url: src });
    expect(icon.headers['content-type']).toBe('image/png');
    const { format, width, height } = await sharp(icon.rawPayload).metadata();
    expect([format, `${width}x${height}`]).toEqual(['png', sizes]);
  }
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
});

it('the background color is that of the tokens', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../web/styles/tokens.css'), 'utf8');
  expect(tokens).toContain(`--ground: light-dark(${GROUND},`);
});

it('the service worker is requested on every visit', async () => {
  const { headers, body } = await http.inject({ url: '/sw.js' });
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  expect(body).toBe('self.kept = 1');
});
