interface Sent {
  headers: Record<string, string>;
  body: FormData;
  signal: AbortSignal;
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Posts a file with XMLHttpRequest, which reports progress. Fails with the same kinds of errors as `fetch`. */
export function sendWithProgress(address: string, { headers, body, signal, onProgress }: Sent): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => {
      request.abort();
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      signal.removeEventListener('abort', stop);
      const retryAfter = request.getResponseHeader('retry-after');
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: retryAfter ? { 'retry-after': retryAfter } : {},
        }),
      );
    };
    request.onerror = () => reject(new TypeError('Network Error'));
    signal.addEventListener('abort', stop, { once: true });
    request.send(body);
  });
}
