import { currentKeyVersion, seal, unseal } from "@/lib/kernel/seal";
import { findSealedOtherwise, reseal, SEALED_COLUMNS, type SealedPart } from "./store";

const PART_ROWS = 2_000;

export interface RotatedColumn {
  table: string;
  column: string;
  rows: number;
}

/**
 * Re-encrypts every value that is not sealed with the key that seals new values, while the service runs. Afterwards no row
 * needs another key. Can be stopped and run again safely.
 * @param partRows how many rows one statement reads
 */
export async function rotateKeys(partRows = PART_ROWS): Promise<RotatedColumn[]> {
  const version = currentKeyVersion();
  const rotated: RotatedColumn[] = [];
  for (const column of SEALED_COLUMNS) {
    let count = 0;
    for (let afterId: string | null = ""; afterId !== null; ) {
      const part: SealedPart = await findSealedOtherwise(column, version, {
        afterId,
        rows: partRows,
      });
      for (const row of part.rows) {
        const context = { partnerId: row.partnerId, rowId: row.id, field: column.field };
        if (await reseal(column, row, seal(unseal(row.sealed, context), context))) count += 1;
      }
      afterId = part.lastId;
    }
    rotated.push({ table: column.table, column: column.column, rows: count });
  }
  return rotated;
}
