import type { ServerResponse } from "node:http";
import { pipeToNodeResponse } from "next/dist/server/pipe-readable.js";
import { attachedText } from "../../lib/http/node-side.ts";

/** Headers that may occur more than once. */
const REPEATED = new Set(["set-cookie", "vary", "www-authenticate"]);
/** Headers that Node sets itself, because they depend on the framing of the body. */
const FRAMING = new Set(["content-length", "content-encoding", "transfer-encoding"]);

function setHeaders(response: Response, outgoing: ServerResponse): void {
  for (const [name, value] of response.headers) {
    if (FRAMING.has(name)) continue;
    if (REPEATED.has(name)) outgoing.appendHeader(name, value);
    else if (!outgoing.hasHeader(name)) outgoing.setHeader(name, value);
  }
}

/** Sends a handler's response as Next does. A body that is completely known is sent in one write, with its length. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return void response.body?.cancel();
  outgoing.statusCode = response.status;
  setHeaders(response, outgoing);
  const text = attachedText(response);
  if (text !== undefined) {
    outgoing.setHeader("Content-Length", Buffer.byteLength(text));
    outgoing.end(text);
  } else if (response.body && outgoing.req.method !== "HEAD") {
    await pipeToNodeResponse(response.body, outgoing);
  } else {
    await response.body?.cancel();
    outgoing.end();
  }
}
