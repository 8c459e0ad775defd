import type { Page } from "@/lib/kernel/page";
import { query } from "./index";
import type { Statement } from "./list-statement";

/** Reads a page and its total with a statement of `listStatement` or of the same shape. */
export async function queryList<Row extends { id: string }>({
  name,
  text,
  values,
}: Statement): Promise<Page<Row>> {
  const found = await query<Row & { total: bigint }>(name, text, values);
  const total = Number(found[0]?.total ?? 0n);
  return { rows: found.filter((row) => row.id !== null), total };
}
