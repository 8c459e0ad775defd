import type { ServerResponse } from "node:http";
import { pipeToNodeResponse } from "next/dist/server/pipe-readable.js";
import { attachedText } from "../../lib/http/node-side.ts";
import { compress } from "./compress.ts";
import { endUnread } from "./end-unread.ts";

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

/** Sends a body that is completely known in one write, with its length. */
function sendText(text: string, outgoing: ServerResponse): void {
  const bytes = Buffer.byteLength(text);
  compress(outgoing.req, outgoing, bytes);
  outgoing.setHeader("Content-Length", bytes);
  outgoing.end(text);
}

/** Sends a handler's response as Next does. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return void response.body?.cancel();
  outgoing.statusCode = response.status;
  setHeaders(response, outgoing);
  endUnread(outgoing);
  const text = attachedText(response);
  if (text !== undefined) sendText(text, outgoing);
  else if (response.body && outgoing.req.method !== "HEAD") {
    compress(outgoing.req, outgoing);
    await pipeToNodeResponse(response.body, outgoing);
  } else {
    await response.body?.cancel();
    outgoing.end();
  }
}
