import { currentAuditContext } from "@/lib/kernel/audit-context";
import { change, publishSettings } from "./index";
import { outlastLoss } from "./outlast-loss";

/**
 * Like `change`, but runs the statement again if its connection was lost. The statement returns `isFirst`: false, without a
 * change, if an earlier attempt was executed.
 * Source: docs/decisions/0128-repeat-a-lost-commit.md
 */
export async function changeOnce(name: string, text: string, values: unknown[]): Promise<void> {
  const attempt = () =>
    change<{ isFirst: boolean }>(name, text, values, ([row]) => row?.isFirst ?? false);
  await outlastLoss(attempt);
  // If there still is one, the attempt whose response was lost wrote the audit entry, and another entry must not follow.
  const context = currentAuditContext();
  if (context) context.isWritten = true;
  publishSettings(context);
}
