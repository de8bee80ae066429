/**
 * Cursors of paged lists. A cursor says after which id the next page starts and which filter the list has; callers can
 * neither read meaning into it nor change it unnoticed. As pages go by id, which never changes, people who were there
 * all along are neither skipped nor doubled by whatever happens to others in between.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const positionSchema = z.object({
  /** Which list the cursor belongs to. */
  list: z.enum(['users', 'roles']),
  /** The last id of the page before. */
  after: z.string().regex(/^\d{1,18}$/),
  /** The role the list was filtered by. */
  roleId: z.string().optional(),
});
export type CursorPosition = z.infer<typeof positionSchema>;

/** 128 bits: nobody finds another valid one by trying. */
const signatureBytes = 16;

export function writeCursor(position: CursorPosition, key: Buffer): string {
  const text = Buffer.from(JSON.stringify(positionSchema.parse(position)));
  return Buffer.concat([sign(text, key), text]).toString('base64url');
}

/** @returns undefined when the cursor was not made by `writeCursor` with this key for this list. */
export function readCursor(cursor: string, list: CursorPosition['list'], key: Buffer): CursorPosition | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips letters outside the alphabet; only the very text that was handed out is accepted.
  if (bytes.length <= signatureBytes || bytes.toString('base64url') !== cursor) return undefined;
  const text = bytes.subarray(signatureBytes);
  if (!timingSafeEqual(bytes.subarray(0, signatureBytes), sign(text, key))) return undefined;
  const position = positionSchema.parse(JSON.parse(text.toString('utf8')));
  return position.list === list ? position : undefined;
}

function sign(text: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update('cursor\0').update(text).digest().subarray(0, signatureBytes);
}
