import { csvLine } from "./csv-line";

type Line = readonly (string | null | undefined)[];

/** Without it spreadsheets read UTF-8 as something else. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * A CSV file of any length, sent as it is read: `batches` is asked for the next lines when the reader has taken those
 * before, and ended when the reader leaves. A file that fails in the middle breaks off, so that nobody takes it for whole.
 */
export function csvResponse(
  fileName: string,
  header: Line,
  batches: AsyncIterable<readonly Line[]>,
): Response {
  const encoder = new TextEncoder();
  const iterator = batches[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvLine(header))),
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value.map(csvLine).join("")));
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
