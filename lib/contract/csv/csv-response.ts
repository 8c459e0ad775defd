import { callerRecheck } from "@/lib/db/caller-recheck";
import { wantsHeadersOnly } from "@/lib/kernel/request-context";
import { csvLine } from "./csv-line";
import { DownloadSource, type DownloadTimes } from "./download-source";
import { countDownload } from "./open-downloads";

type Line = readonly (string | null | undefined)[];

/** Without it spreadsheets do not decode the file as UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

async function* textOf(header: Line, batches: AsyncIterable<readonly Line[]>) {
  let begin = BYTE_ORDER_MARK + csvLine(header);
  for await (const lines of batches) {
    yield begin + lines.map(csvLine).join("");
    begin = "";
  }
  if (begin !== "") yield begin;
}

/** Streams a CSV file of any length, as `downloadResponse` does. */
export function csvResponse(
  fileName: string,
  header: Line,
  batches: AsyncIterable<readonly Line[]>,
): Promise<Response> {
  const file = { fileName, mediaType: "text/csv; charset=utf-8" };
  return downloadResponse(file, textOf(header, batches));
}

interface Download {
  fileName: string;
  mediaType: string;
}

const TIMES: DownloadTimes = { maxUnreadMs: 60_000, maxTotalMs: 15 * 60_000 };

async function firstOf(iterator: AsyncIterator<string>, onFailure: () => void) {
  try {
    return await iterator.next();
  } catch (error) {
    onFailure();
    throw error;
  }
}

/**
 * Streams a file of any length. The next part is read after the client has taken the previous one, and `parts` is ended
 * when the client disconnects. The first part is read before the response, so that an early failure becomes an error
 * response. A later failure aborts the download, so that nobody mistakes the file for complete. Before each later part is
 * sent, the caller is checked again: a download of somebody who may no longer read it is aborted. So is one whose client
 * takes nothing for a minute, and one that is not complete after 15 minutes. HEAD reads nothing.
 * Source: docs/decisions/0096-exports-of-lists.md
 * @throws ServiceError RATE_LIMITED, before anything is read, if the caller has too many open downloads; the error of the
 * first part
 */
export async function downloadResponse(
  { fileName, mediaType }: Download,
  parts: AsyncIterable<string>,
  times = TIMES,
): Promise<Response> {
  const headers = {
    "Content-Type": mediaType,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  if (wantsHeadersOnly()) return new Response(null, { headers });
  const recheckCaller = callerRecheck();
  const onEnd = countDownload();
  const later = parts[Symbol.asyncIterator]();
  const { value: first = "" } = await firstOf(later, onEnd);
  const source = new DownloadSource({ fileName, first, later, recheckCaller, onEnd, times });
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), { headers });
}
