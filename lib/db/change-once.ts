import { currentAuditContext } from "@/lib/kernel/audit-context";
import { publishChange } from "@/lib/kernel/changes";
import { change } from "./index";
import { outlastLoss } from "./outlast-loss";

/**
 * Like `change`, and again if the connection was lost, for a statement that tells whether an attempt before it was executed: it
 * calls a function that returns false as `isFirst` then, and changes nothing.
 * Source: docs/decisions/0128-repeat-a-lost-commit.md
 */
export async function changeOnce(name: string, text: string, values: unknown[]): Promise<void> {
  const attempt = () =>
    change<{ isFirst: boolean }>(name, text, values, ([row]) => row?.isFirst ?? false);
  await outlastLoss(attempt);
  // Only an attempt whose response was lost leaves it: it wrote the audit entry with its change.
  const context = currentAuditContext();
  if (!context) return;
  context.isWritten = true;
  publishChange(context.partnerId, ["settings"]);
}
