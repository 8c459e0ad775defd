import { currentKeyVersion, seal, unseal } from "@/lib/kernel/seal";
import {
  findSealedOtherwise,
  reseal,
  SEALED_COLUMNS,
  type SealedColumn,
  type SealedPart,
  type SealedRow,
} from "./store";

const PART_ROWS = 2_000;
const NAMED_ROWS = 100;

interface RotatedColumn {
  table: string;
  column: string;
  rows: number;
}

interface Rotation {
  columns: RotatedColumn[];
  /** The rows whose value does not open, each with the reason. They still need the key that sealed them. */
  unopened: string[];
}

/** Re-encrypts a value. Returns false when it changed meanwhile; the reason when it does not open. */
async function rotate(column: SealedColumn, row: SealedRow): Promise<boolean | string> {
  const context = { partnerId: row.partnerId, rowId: row.id, field: column.field };
  let text: string;
  try {
    text = unseal(row.sealed, context);
  } catch (error) {
    // One damaged value must not keep all the others on a key that has to leave.
    const reason = error instanceof Error ? error.message : String(error);
    return `${column.table}.${column.column} of ${row.id}: ${reason}`;
  }
  return reseal(column, row, seal(text, context));
}

/**
 * Re-encrypts every value that is not sealed with the key that seals new values, while the service runs. Afterwards no row
 * needs another key, except those that do not open. Can be stopped and run again safely.
 * @param partRows how many rows one statement reads
 */
export async function rotateKeys(partRows = PART_ROWS): Promise<Rotation> {
  const version = currentKeyVersion();
  const columns: RotatedColumn[] = [];
  const unopened: string[] = [];
  for (const column of SEALED_COLUMNS) {
    let count = 0;
    for (let afterId: string | null = ""; afterId !== null; ) {
      const part: SealedPart = await findSealedOtherwise(column, version, {
        afterId,
        rows: partRows,
      });
      for (const row of part.rows) {
        const outcome = await rotate(column, row);
        if (typeof outcome === "string") unopened.push(outcome);
        else if (outcome) count += 1;
      }
      afterId = part.lastId;
    }
    columns.push({ table: column.table, column: column.column, rows: count });
  }
  return { columns, unopened };
}

/** @throws Error that names the rows whose value does not open, if there are any */
export function refuseUnopened(unopened: readonly string[]): void {
  if (unopened.length === 0) return;
  const more = unopened.length - NAMED_ROWS;
  const rows = [...unopened.slice(0, NAMED_ROWS), ...(more > 0 ? [`and ${more} more`] : [])];
  throw new Error(
    `values that do not open were left as they are; keep every key in CARD_KEYS until they are replaced:\n${rows.join("\n")}`,
  );
}
