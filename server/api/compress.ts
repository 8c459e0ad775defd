import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { releaseCompressionStream } from "next/dist/server/lib/release-compression-stream.js";

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const require = createRequire(import.meta.url);
/** The middleware `compression` as it comes with Next, which has no types for it. */
const compression: () => Compress = require("next/dist/compiled/compression");
const compressBody = compression();

/** Compresses a response as Next compresses pages, if the client accepts it and the body is long enough. */
export function compress(request: IncomingMessage, response: ServerResponse): void {
  compressBody(request, response, () => undefined);
  // The stream of a client that left is never ended and would leak.
  response.once("close", () => {
    if (!response.writableFinished) releaseCompressionStream(response);
  });
}
