import { createReadStream } from "node:fs";
import { Readable } from "node:stream";

/** The largest list that is read: about 400,000 lines. */
export const MAX_LIST_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches a URL and follows its redirects. One to http would let anybody on the way replace the list. */
async function follow(source: string, signal: AbortSignal): Promise<Response> {
  const headers = { Accept: "text/plain, text/csv, */*" };
  let url = source;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(url, { signal, headers, redirect: "manual" });
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel();
    url = new URL(location, url).href;
    if (source.startsWith("https:") && !url.startsWith("https:"))
      throw new Error("the list was redirected to an address without https");
  }
  throw new Error(`the list was redirected more than ${MAX_REDIRECTS} times`);
}

async function openUrl(url: string): Promise<AsyncIterable<Uint8Array>> {
  const response = await follow(url, AbortSignal.timeout(TIMEOUT_MS));
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
