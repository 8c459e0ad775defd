import { csvResponse } from "@/lib/contract/csv/csv-response";
import { zonedTime } from "@/lib/contract/csv/zoned-time";
import { formatUsd } from "@/lib/kernel/money";

/** A column of text, of amounts in micro-USD, or of instants. Null is an empty cell. */
export type Column<Row> =
  | { name: string; text: (row: Row) => string | null }
  | { name: string; microUsd: (row: Row) => bigint }
  | { name: string; instant: (row: Row) => Date | null };

interface Exported<Row> {
  /** The base name of the file, such as `cards`. */
  name: string;
  columns: readonly Column<Row>[];
  batches: AsyncIterable<readonly Row[]>;
  /** The reader's time zone. */
  timeZone: string;
  at: Date;
}

/**
 * Converts a value to cells. An instant is two cells: the local time, which spreadsheets parse, and the offset from
 * UTC.
 */
function cellsOf<Row>(column: Column<Row>, row: Row, timeZone: string): (string | null)[] {
  if ("text" in column) return [column.text(row)];
  if ("microUsd" in column) return [formatUsd(column.microUsd(row))];
  const instant = column.instant(row);
  if (instant === null) return [null, null];
  const { time, offset } = zonedTime(instant, timeZone);
  return [time, `UTC${offset}`];
}

async function* linesOf<Row>({ columns, batches, timeZone }: Exported<Row>) {
  for await (const rows of batches)
    yield rows.map((row) => columns.flatMap((column) => cellsOf(column, row, timeZone)));
}

/** Streams rows as a CSV file of any length; times are in the reader's zone. */
export function exportCsv<Row>(exported: Exported<Row>): Promise<Response> {
  const { name, columns, timeZone, at } = exported;
  const header = columns.flatMap((column) =>
    "instant" in column
      ? [`${column.name} (${timeZone})`, `${column.name}, offset`]
      : [column.name],
  );
  const day = zonedTime(at, timeZone).time.slice(0, 10);
  return csvResponse(`${name}-${day}.csv`, header, linesOf(exported));
}
