import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastify } from 'fastify';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { SOCIAL_IMAGE } from '#core/pages.ts';
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

it('the icon of old browsers contains a PNG, and the image for link previews has the usual size', async () => {
  const icon = await http.inject({ url: '/favicon.ico' });
  expect(icon.headers['content-type']).toBe('image/x-icon');
  expect([...icon.rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const [length, start] = [icon.rawPayload.readUInt32LE(14), icon.rawPayload.readUInt32LE(18)];
  expect(start + length).toBe(icon.rawPayload.length);
  expect(await sharp(icon.rawPayload.subarray(start)).metadata()).toMatchObject({
    format: 'png',
    width: 32,
    height: 32,
  });
  const social = await http.inject({ url: SOCIAL_IMAGE });
  expect(await sharp(social.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
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
