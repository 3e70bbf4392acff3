/** Returns a picture of a loaded blob, for a canvas. */
async function pictureOf(blob: Blob): Promise<HTMLImageElement> {
  const picture = new Image();
  const url = URL.createObjectURL(blob);
  try {
    picture.src = url;
    await picture.decode();
    return picture;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Gives a drawn cover a size of its own. Without one, Firefox draws nothing on a canvas. */
async function withSize(drawing: Blob, width: number, height: number): Promise<Blob> {
  const text = await drawing.text();
  // Rounded sizes are no longer exactly 2:3.
  const size = `width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"`;
  return new Blob([text.replace('<svg ', `<svg ${size} `)], { type: drawing.type });
}

/** Loads a cover, drawn or uploaded, to be drawn on a canvas in this size. */
export async function loadCover(url: string, width: number, height: number): Promise<HTMLImageElement> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The cover responds with ${response.status}`);
  const blob = await response.blob();
  return pictureOf(blob.type.startsWith('image/svg') ? await withSize(blob, width, height) : blob);
}
