import { currentKeyVersion, seal, unseal } from "@/lib/kernel/seal";
import { findSealedOtherwise, reseal, SEALED_COLUMNS } from "./store";

const BATCH_ROWS = 500;

export interface RotatedColumn {
  table: string;
  column: string;
  rows: number;
}

/**
 * Re-encrypts every value that is not sealed with the key that seals new values, while the service runs. Afterwards no row
 * needs another key. Can be stopped and run again safely.
 */
export async function rotateKeys(): Promise<RotatedColumn[]> {
  const version = currentKeyVersion();
  const rotated: RotatedColumn[] = [];
  for (const column of SEALED_COLUMNS) {
    let count = 0;
    let afterId = "";
    for (;;) {
      const rows = await findSealedOtherwise(column, version, afterId, BATCH_ROWS);
      for (const row of rows) {
        const context = { partnerId: row.partnerId, rowId: row.id, field: column.field };
        if (await reseal(column, row, seal(unseal(row.sealed, context), context))) count += 1;
      }
      const last = rows.at(-1);
      if (!last) break;
      afterId = last.id;
    }
    rotated.push({ table: column.table, column: column.column, rows: count });
  }
  return rotated;
}
