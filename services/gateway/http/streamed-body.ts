import { AppError } from '../../../core/errors.ts';
import type { Context } from './context.ts';

/**
 * Reads a body that is not JSON to its end, and hands over each part of it. Throws `payload_too_large` above `mostBytes`,
 * and `malformed_request` if the connection closes before.
 */
export async function readStreamed(
  { req }: Context,
  mostBytes: number,
  onPart: (part: Buffer) => void = () => undefined,
): Promise<void> {
  let size = 0;
  try {
    for await (const part of req as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > mostBytes) throw new AppError('payload_too_large', { headers: { Connection: 'close' } });
      onPart(part);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('malformed_request', {
      message: 'The connection closed before the request body was complete.',
      cause: error,
    });
  }
}
