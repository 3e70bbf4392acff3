interface Sent {
  title: string;
  url: string;
  picture: Blob | null;
}

/** Whether this browser has a share sheet of the system. */
export const canSend = () => typeof navigator.share === 'function';

/** Returns the share data with the picture, or null if this browser can’t share files. */
function withPicture({ title, url, picture }: Sent): ShareData | null {
  if (!picture) return null;
  const data = { title, url, files: [new File([picture], 'card.png', { type: 'image/png' })] };
  return navigator.canShare?.(data) ? data : null;
}

/** Opens the share sheet of the system. Returns false if it can’t be opened. Closing it is no failure. */
export async function send(sent: Sent): Promise<boolean> {
  const { title, url } = sent;
  try {
    await navigator.share(withPicture(sent) ?? { title, url });
    return true;
  } catch (failure) {
    return failure instanceof DOMException && failure.name === 'AbortError';
  }
}
