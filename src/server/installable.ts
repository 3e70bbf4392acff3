import { join } from 'node:path';
import { LANGUAGE_TAGS } from '#core/languages.ts';
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

async function drawIcon(size: number, purpose: Purpose): Promise<Buffer> {
  const sharp = await loadSharp();
  const mark = Math.round(size * MARK_SHARE[purpose]);
  const drawn = await sharp(MARK, { density: 72 * (mark / 24) })
    .resize(mark, mark)
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 3, background: GROUND } })
    .composite([{ input: drawn }])
    .png({ palette: true })
    .toBuffer();
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

const icons = ICONS.map(({ path, size, purpose }) => {
  let icon: Promise<Buffer> | undefined;
  return rawRoute({
    method: 'GET',
    path,
    access: 'public',
    cache: 'public, max-age=86400',
    limit: { none: 'Each is drawn once.' },
    async answer() {
      icon ??= drawIcon(size, purpose).catch((error: unknown) => {
        icon = undefined;
        throw error;
      });
      return { type: 'image/png', body: await icon };
    },
  });
});

/**
 * Returns what makes the site installable on a phone: the manifest in the reader’s language, icons, the service worker.
 */
export function installableRoutes(serviceWorker: () => string): readonly RawRoute[] {
  return [
    manifest,
    ...icons,
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
