import type { FastifyInstance } from 'fastify';
import { IMAGE_TYPES, type ImageStore, type ImageType, isImageKey } from '../images/image-store.ts';

/** Serves stored images from our own origin, with a fixed type and a policy that lets nothing in them run. */
export function serveImages(app: FastifyInstance, images: ImageStore): void {
  app.get('/images/:key', async (request, reply) => {
    const { key } = request.params as { key: string };
    const bytes = isImageKey(key) ? await images.get(key) : null;
    if (!bytes) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('not found');
    const type = IMAGE_TYPES[key.split('.')[1] as ImageType];
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'none'; sandbox")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(type)
      .send(bytes);
  });
}
