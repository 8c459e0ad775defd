import { callerRecheck } from "@/lib/db/caller-recheck";
import { isServiceError } from "@/lib/kernel/errors";
import { errorFields, log } from "@/lib/kernel/log";
import { csvLine } from "./csv-line";

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

/**
 * Streams a file of any length. The next part is read after the client has taken the previous one, and `parts` is ended
 * when the client disconnects. The first part is read before the response, so that an early failure becomes an error
 * response. A later failure aborts the download, so that nobody mistakes the file for complete. Before each later part is
 * sent, the caller is checked again: a download of somebody who may no longer read it is aborted.
 * Source: docs/decisions/0096-exports-of-lists.md
 * @throws the error of the first part
 */
export async function downloadResponse(
  { fileName, mediaType }: Download,
  parts: AsyncIterable<string>,
): Promise<Response> {
  const encoder = new TextEncoder();
  const recheckCaller = callerRecheck();
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (first.done) controller.close();
        else controller.enqueue(encoder.encode(first.value));
      },
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (done) return controller.close();
          // After the part was read, because its rows may be newer than the loss of the right to read them.
          await recheckCaller();
          controller.enqueue(encoder.encode(value));
        } catch (error) {
          await iterator.return?.();
          if (isServiceError(error)) log().info({ fileName, code: error.code }, "export ended");
          else log().error({ fileName, failure: errorFields(error) }, "export failed");
          controller.error(error);
        }
      },
      cancel: async () => {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": mediaType,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}
