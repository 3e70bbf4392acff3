import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { CompressionError, compressPicture, PICTURE_BYTES, PICTURE_TYPES } from '#web/ui/picture/compress-picture.ts';
import type { PicturePart } from '#web/ui/picture/picture-part.ts';
import type { StoryDraft } from '../../contract.ts';
import { storyApi } from '../../contract.ts';

const COVER_SHAPE = { width: 800, height: 1200 };

/** Progress of uploading a cover image. No state blocks the wizard. */
export type CoverWork =
  | { kind: 'none' }
  | { kind: 'cropping'; file: File }
  | { kind: 'compressing'; file: File }
  /** Compressed, waiting for the story to be created. */
  | { kind: 'waiting'; file: File; blob: Blob }
  | { kind: 'sending'; file: File; blob: Blob; share: number }
  | { kind: 'wrong_type' }
  | { kind: 'not_compressed' }
  /** `sentence` is the server’s error message, if there is one. */
  | { kind: 'not_sent'; file: File; blob: Blob; sentence: string | null };

export type CoverUpload = ReturnType<typeof useCoverUpload>;

/**
 * Crops, compresses and sends an image. Each step can be canceled and retried. Lives as long as the form, so that
 * leaving the step with the image doesn’t interrupt it.
 */
export function useCoverUpload(storyId: string | null, onDraft: (draft: StoryDraft) => void) {
  const [work, setWork] = useState<CoverWork>({ kind: 'none' });
  const running = useRef<AbortController | null>(null);
  const latest = useRef(onDraft);
  latest.current = onDraft;
  useEffect(() => () => running.current?.abort(), []);

  const begin = () => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  const send = async (file: File, blob: Blob, id: string) => {
    const signal = begin();
    setWork({ kind: 'sending', file, blob, share: 0 });
    const onProgress = (share: number) => !signal.aborted && setWork({ kind: 'sending', file, blob, share });
    try {
      const draft = await call(storyApi.uploadCover, { storyId: id }, { file: blob, signal, onProgress });
      setWork({ kind: 'none' });
      latest.current(draft);
    } catch (error) {
      if (signal.aborted) return;
      const sentence = error instanceof ApiError && error.status > 0 ? error.message : null;
      setWork({ kind: 'not_sent', file, blob, sentence });
    }
  };
  const compress = async (file: File, part: PicturePart) => {
    const signal = begin();
    setWork({ kind: 'compressing', file });
    try {
      const blob = await compressPicture({ file, part, shape: COVER_SHAPE, limit: PICTURE_BYTES }, signal);
      if (storyId) await send(file, blob, storyId);
      else setWork({ kind: 'waiting', file, blob });
    } catch (error) {
      if (error instanceof CompressionError) setWork({ kind: 'not_compressed' });
    }
  };

  // Sends an image that was chosen before the story existed, once it does.
  useEffect(() => {
    if (storyId && work.kind === 'waiting') void send(work.file, work.blob, storyId);
  });

  return {
    work,
    choose(file: File) {
      setWork(PICTURE_TYPES.includes(file.type) ? { kind: 'cropping', file } : { kind: 'wrong_type' });
    },
    use(part: PicturePart) {
      if (work.kind === 'cropping') void compress(work.file, part);
    },
    unreadable() {
      setWork({ kind: 'not_compressed' });
    },
    retry() {
      if (work.kind === 'not_sent' && storyId) void send(work.file, work.blob, storyId);
    },
    cancel() {
      running.current?.abort();
      setWork({ kind: 'none' });
    },
  };
}
