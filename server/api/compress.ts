import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { releaseCompressionStream } from "next/dist/server/lib/release-compression-stream.js";

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const require = createRequire(import.meta.url);
/** Shorter bodies are not compressed. */
const MIN_BYTES = 1_024;
/** The middleware `compression` as it comes with Next, which has no types for it. */
const compression: (options: {
  threshold: number;
}) => Compress = require("next/dist/compiled/compression");
const compressBody = compression({ threshold: MIN_BYTES });

/**
 * Compresses a response as Next compresses pages, if the client accepts it and the body is long enough.
 *
 * @param bytes the length of the body, if it is known: the middleware replaces the methods of the response, which is left out
 * where nothing can be compressed
 */
export function compress(
  request: IncomingMessage,
  response: ServerResponse,
  bytes = Number.POSITIVE_INFINITY,
): void {
  const isAccepted = request.headers["accept-encoding"] !== undefined;
  if (!isAccepted || bytes < MIN_BYTES) {
    response.appendHeader("Vary", "Accept-Encoding");
    return;
  }
  compressBody(request, response, () => undefined);
  // The stream of a client that left is never ended and would leak.
  response.once("close", () => {
    if (!response.writableFinished) releaseCompressionStream(response);
  });
}
