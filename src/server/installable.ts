import { join } from 'node:path';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { SOCIAL_IMAGE } from '#core/pages.ts';
import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { loadSharp } from '#platform/images/reencode.ts';

const MARK = join(import.meta.dirname, '../../public/favicon.svg');

/** Background color of the site in light mode: `--ground` of the tokens. */
export const GROUND = '#f4f1ea';

/** Share of an icon’s width that the logo takes. Less in an icon that may be cropped to a circle. */
const MARK_SHARE = { any: 0.76, maskable: 0.56 };
type Purpose = keyof typeof MARK_SHARE;

const ICONS: { path: string; size: number; purpose: Purpose }[] = [
  { path: '/icon-192.png', size: 192, purpose: 'any' },
  { path: '/icon-512.png', size: 512, purpose: 'any' },
  { path: '/icon-maskable-512.png', size: 512, purpose: 'maskable' },
  { path: '/apple-touch-icon.png', size: 180, purpose: 'any' },
];

/** Size of the image in link previews, as for stories. */
const SOCIAL = { width: 1200, height: 630 };
const FAVICON = 32;

/** Draws the logo in the middle of an area in the color of the site. */
async function drawLogo(area: { width: number; height: number }, logo: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const drawn = await sharp(MARK, { density: 72 * (logo / 24) })
    .resize(logo, logo)
    .png()
    .toBuffer();
  return sharp({ create: { ...area, channels: 3, background: GROUND } })
    .composite([{ input: drawn }])
    .png({ palette: true })
    .toBuffer();
}

/** Returns a PNG as an icon file, for browsers and readers that look for `/favicon.ico` only. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

function drawIcon(size: number, purpose: Purpose): Promise<Buffer> {
  return drawLogo({ width: size, height: size }, Math.round(size * MARK_SHARE[purpose]));
}

const manifest = rawRoute({
  method: 'GET',
  path: '/manifest.webmanifest',
  access: 'open',
  cache: 'public, max-age=3600',
  limit: { none: 'It is put together from constants.' },
  answer({ ctx: { config, language } }) {
    const icons = ICONS.filter(({ path }) => path.startsWith('/icon-'));
    return {
      type: 'application/manifest+json; charset=utf-8',
      headers: { vary: 'Accept-Language, Cookie' },
      body: JSON.stringify({
        id: '/',
        name: config.siteName,
        short_name: config.siteName,
        description: translatorOf(language).t('meta.home_description'),
        lang: LANGUAGE_TAGS[language],
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: GROUND,
        theme_color: GROUND,
        icons: icons.map(({ path, size, purpose }) => ({
          src: path,
          sizes: `${size}x${size}`,
          type: 'image/png',
          purpose,
        })),
      }),
    };
  },
});

/** A route of an image that is drawn once. */
function drawnRoute(path: string, type: string, draw: () => Promise<Buffer>): RawRoute {
  let drawn: Promise<Buffer> | undefined;
  return rawRoute({
    method: 'GET',
    path,
    access: 'public',
    cache: 'public, max-age=86400',
    limit: { none: 'Each is drawn once.' },
    async answer() {
      drawn ??= draw().catch((error: unknown) => {
        drawn = undefined;
        throw error;
      });
      return { type, body: await drawn };
    },
  });
}

const drawnRoutes = () => [
  ...ICONS.map(({ path, size, purpose }) => drawnRoute(path, 'image/png', () => drawIcon(size, purpose))),
  drawnRoute('/favicon.ico', 'image/x-icon', async () => icoOf(await drawIcon(FAVICON, 'any'), FAVICON)),
  drawnRoute(SOCIAL_IMAGE, 'image/png', () => drawLogo(SOCIAL, SOCIAL.height / 2)),
];

/**
 * Returns what makes the site installable on a phone: the manifest in the reader’s language, icons, the service worker.
 * Also returns the other images of the site itself.
 */
export function installableRoutes(serviceWorker: () => string): readonly RawRoute[] {
  return [
    manifest,
    ...drawnRoutes(),
    rawRoute({
      method: 'GET',
      path: '/sw.js',
      access: 'public',
      // Browsers request it on every visit, so that a new one takes over right away.
      cache: 'no-cache',
      limit: { none: 'It is a constant.' },
      answer: () => ({ type: 'text/javascript; charset=utf-8', body: serviceWorker() }),
    }),
  ];
}
