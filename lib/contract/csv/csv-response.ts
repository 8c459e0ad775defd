import { errorFields, log } from "@/lib/kernel/log";
import { csvLine } from "./csv-line";

type Line = readonly (string | null | undefined)[];

/** Without it spreadsheets read UTF-8 as something else. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * A CSV file of any length, sent as it is read: `batches` is asked for the next lines when the reader has taken those
 * before, and ended when the reader leaves. The first are read before it is answered, so that what fails at once is an
 * answer of its own; a file that fails in the middle breaks off, so that nobody takes it for whole.
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
          log().error({ fileName, failure: errorFields(error) }, "export broke off");
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
