/** Minimum width and height of an uploaded image in pixels. */
export const IMAGE_SIDE_MIN = 64;
/** Maximum number of millions of pixels of an uploaded image. */
export const IMAGE_MEGAPIXELS_MAX = 16;
