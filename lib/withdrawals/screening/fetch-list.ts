import { createReadStream } from "node:fs";
import { Readable } from "node:stream";

/** The largest list that is read: about 400,000 lines. */
export const MAX_LIST_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

async function openUrl(url: string): Promise<AsyncIterable<Uint8Array>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { signal, headers: { Accept: "text/plain, text/csv, */*" } });
  // A redirect from https to http would let anybody on the way replace the list.
  if (url.startsWith("https:") && !response.url.startsWith("https:"))
    throw new Error("the list was redirected to an address without https");
  if (!response.ok) throw new Error(`the list was answered with status ${response.status}`);
  if (!response.body) throw new Error("the list was answered without a body");
  return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
}

/**
 * Reads a list from a file (absolute path) or a URL.
 * @throws Error when it cannot be read within 30 s, or is larger than 20 MiB.
 */
export async function fetchList(source: string): Promise<Buffer> {
  const chunks = /^https?:/.test(source)
    ? await openUrl(source)
    : createReadStream(source, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const read: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_LIST_BYTES) throw new Error("the list is larger than 20 MiB");
    read.push(Buffer.from(chunk));
  }
  return Buffer.concat(read);
}
