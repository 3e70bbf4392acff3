import { IMAGE_TYPES, type ImageType, isImageKey } from '../images/image-store.ts';
import { rawRoute } from './raw-routes.ts';

/** Serves stored images from our own origin, with a fixed type and a policy that lets nothing in them run. */
export const imageRoute = rawRoute({
  method: 'GET',
  path: '/images/:key',
  access: 'public',
  cache: 'public, max-age=31536000, immutable',
  limit: { none: 'A page shows many images, and each is sent once.' },
  async answer({ ctx, params }) {
    const key = params.key!;
    const bytes = isImageKey(key) ? await ctx.images.get(key) : null;
    if (!bytes) return { status: 404, type: 'text/plain', body: 'not found' };
    return {
      type: IMAGE_TYPES[key.split('.')[1] as ImageType],
      headers: { 'content-security-policy': "default-src 'none'; style-src 'none'; sandbox" },
      body: bytes,
    };
  },
});
