import type { SourceFile } from "./source-files";
import { nodesOf, syntaxOf } from "./syntax";

/** Keywords of SQL, which this code writes in capitals. */
const WORDS =
  /\b(SELECT|INSERT INTO|UPDATE [\w. ]+ SET|DELETE FROM|LEFT JOIN|JOIN LATERAL|ORDER BY|IS (NOT )?NULL|NOTIFY|LISTEN|SET LOCAL)\b|\bSET \w+ = |\w AS "/;

/** Whether a string or a template of a file contains SQL; comments are ignored. */
export function hasSql(file: SourceFile): boolean {
  return nodesOf(syntaxOf(file)).some(({ type, value }) => {
    if (type === "Literal") return typeof value === "string" && WORDS.test(value);
    if (type !== "TemplateElement") return false;
    const { raw } = value as { raw?: unknown };
    return typeof raw === "string" && WORDS.test(raw);
  });
}

/** Returns the reason that a file states for its SQL: a line `// SQL: reason`. */
export function reasonOf({ text }: SourceFile): string | undefined {
  return /^\/\/ SQL: (\S.{15,})$/m.exec(text)?.[1];
}
