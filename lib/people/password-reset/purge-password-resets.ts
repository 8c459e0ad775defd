import { now } from "@/lib/kernel/clock";
import { deleteResetsBefore } from "./sql-store";

const KEPT_MS = 24 * 3_600_000;

/** Deletes links a day after their end. */
export async function purgePasswordResets(): Promise<{ passwordResets: number }> {
  return { passwordResets: await deleteResetsBefore(new Date(now().getTime() - KEPT_MS)) };
}
