import { createHash } from "node:crypto";
import { newId } from "@/lib/kernel/ids";
import { currentDocument } from "./current-document";

interface Served {
  body: string;
  etag: string;
}

let served: Served | undefined;

/** Built once: settings and contracts do not change while the process runs. */
function document(): Served {
  if (!served) {
    const body = JSON.stringify(currentDocument());
    // A weak tag, because a proxy may compress the body.
    served = { body, etag: `W/"${createHash("sha256").update(body).digest("base64url")}"` };
  }
  return served;
}

function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  const tags = (ifNoneMatch ?? "").split(",").map(opaque);
  return tags.includes("*") || tags.includes(opaque(etag));
}

/** Serves the API reference: public, cacheable and revalidated by its ETag. */
export function serveDocument(request: Request): Response {
  const { body, etag } = document();
  const headers = {
    ETag: etag,
    "Cache-Control": "public, max-age=60",
    "X-Request-Id": newId("req"),
  };
  if (isKnown(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, {
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
  });
}
