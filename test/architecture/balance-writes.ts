import type { SourceFile } from "./source-files";
import { lineAt } from "./syntax";

const LEDGER_TABLE = String.raw`(only\s+)?"?ledger"?\s*\.\s*"?\w+`;

/**
 * SQL that writes the ledger's tables or a balance, calls of the ledger's functions, and writes through Prisma's
 * models.
 */
const WRITES = [
  new RegExp(
    String.raw`\b(insert\s+into|update|delete\s+from|truncate(\s+table)?|merge\s+into|copy|alter\s+table)\s+${LEDGER_TABLE}`,
    "gi",
  ),
  /\bbalance(_after)?_micro_usd\s*=(?!=)/gi,
  /"?\bledger"?\s*\.\s*"?(open|post|lock)"?\s*\(/gi,
  /\bledger(Account|Journal|Entry|Rule)\s*\.\s*(create|update|upsert|delete)\w*/g,
];

/**
 * Returns the places where a file writes a balance without `commit`. Design 6: only one SQL function writes balances.
 */
export function balanceWrites(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    WRITES.flatMap((pattern) =>
      [...file.text.matchAll(pattern)].map(
        ({ 0: text, index }) => `${file.path}:${lineAt(file, index)} ${text.replace(/\s+/g, " ")}`,
      ),
    ),
  );
}
