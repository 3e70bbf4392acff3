import type { FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';
import type { UploadedFile } from './pipeline.ts';

/** An upload must stay below 1 MB (spec §3): 1,048,575 bytes pass, 1,048,576 do not. */
export const UPLOAD_LIMIT_BYTES = 1_048_576;
/** The body around it: boundaries and up to four short fields. A file that is a little too long is still read and named. */
export const UPLOAD_BODY_BYTES = 1_310_720;
const MAX_FIELDS = 4;
const MAX_FIELD_BYTES = 1000;

/** Reads a multipart body: short fields and exactly one part named `file`. Nothing of it touches the disk. */
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
    // Whatever the parser could not make sense of: no boundary, cut off, too many parts.
    throw new AppError('malformed_body', { cause });
  }
  if (!file) throw new AppError('invalid_input', { fields: { file: { code: 'required' } } });
  return { fields, file };
}
