import { CONSOLE_BATCH_ROWS } from "@/lib/db/batch-rows";
import { readPages } from "@/lib/db/read-pages";
import type { PageRequest, UncountedPage } from "@/lib/kernel/page";
import { csvResponse } from "./csv-response";

/** The columns of a file by their names, each with the text of a row's cell. */
export type TextColumns<Row> = Record<string, (row: Row) => string | null | undefined>;

interface Exported<Row> {
  /** The base name of the file, such as `partners`. */
  name: string;
  at: Date;
  columns: TextColumns<Row>;
}

interface ExportedPages<Row> extends Exported<Row> {
  read: (page: PageRequest) => Promise<UncountedPage<Row>>;
}

/** Streams batches of rows of the console as a CSV file of any length. Times are in UTC. */
export function exportBatches<Row>(
  { name, at, columns }: Exported<Row>,
  batches: AsyncIterable<readonly Row[]>,
) {
  const cells = Object.values(columns);
  async function* lines() {
    for await (const rows of batches) yield rows.map((row) => cells.map((cell) => cell(row)));
  }
  const day = at.toISOString().slice(0, 10);
  return csvResponse(`${name}-${day}.csv`, Object.keys(columns), lines());
}

/** Streams all pages of a list of the console as a CSV file of any length, in the order of the list. Times are in UTC. */
export function exportPages<Row>({ read, ...exported }: ExportedPages<Row>) {
  return exportBatches(exported, readPages(read, CONSOLE_BATCH_ROWS));
}
