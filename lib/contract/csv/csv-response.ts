import { errorFields, log } from "@/lib/kernel/log";
import { csvLine } from "./csv-line";

type Line = readonly (string | null | undefined)[];

/** Without it spreadsheets do not decode the file as UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Streams a CSV file of any length. The next batch is read after the client has taken the previous one, and `batches`
 * is ended when the client disconnects. The first batch is read before the response, so that an early failure becomes
 * an error response. A later failure aborts the download, so that nobody mistakes the file for complete.
 */
export async function csvResponse(
  fileName: string,
  header: Line,
  batches: AsyncIterable<readonly Line[]>,
): Promise<Response> {
  const encoder = new TextEncoder();
  const iterator = batches[Symbol.asyncIterator]();
  const first = await iterator.next();
  const begin = BYTE_ORDER_MARK + csvLine(header);
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const lines = first.done ? "" : first.value.map(csvLine).join("");
        controller.enqueue(encoder.encode(begin + lines));
        if (first.done) controller.close();
      },
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value.map(csvLine).join("")));
        } catch (error) {
          log().error({ fileName, failure: errorFields(error) }, "export failed");
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
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}
