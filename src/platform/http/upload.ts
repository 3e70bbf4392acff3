import type { FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';
import type { UploadedFile } from './pipeline.ts';

/** Uploads must be smaller than 1 MB (spec §3): 1,048,575 bytes pass, 1,048,576 don’t. */
export const UPLOAD_LIMIT_BYTES = 1_048_576;
/**
 * Maximum size of the whole body, with boundaries and up to four short fields. A file that is slightly too large is
 * still read, so that the error can name it.
 */
export const UPLOAD_BODY_BYTES = 1_310_720;
const MAX_FIELDS = 4;
const MAX_FIELD_BYTES = 1000;

/** Reads a multipart body: short fields and exactly one part named `file`. Nothing is written to disk. */
export async function readUpload(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  if (!request.isMultipart()) throw new AppError('unsupported_body');
  const fields: Record<string, string> = {};
  let file: UploadedFile | null = null;
  const parts = request.parts({
    limits: {
      fileSize: UPLOAD_LIMIT_BYTES - 1,
      files: 1,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_FIELDS + 1,
    },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value;
      } else {
        const bytes = await part.toBuffer();
        if (part.fieldname === 'file') file = { bytes, tooLarge: part.file.truncated };
      }
    }
  } catch (cause) {
    // The parser failed: no boundary, cut off, or too many parts.
    throw new AppError('malformed_body', { cause });
  }
  if (!file) throw new AppError('invalid_input', { fields: { file: { code: 'required' } } });
  return { fields, file };
}
