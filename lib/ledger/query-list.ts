import { query } from "@/lib/db";
import type { Statement } from "@/lib/db/list-statement";
import type { Page } from "@/lib/kernel/page";

/** A page and its total, by a statement of `listStatement` or one of its shape. */
export async function queryList<Row extends { id: string }>({
  name,
  text,
  values,
}: Statement): Promise<Page<Row>> {
  const found = await query<Row & { total: bigint }>(name, text, values);
  const total = Number(found[0]?.total ?? 0n);
  return { rows: found.filter((row) => row.id !== null), total };
}
