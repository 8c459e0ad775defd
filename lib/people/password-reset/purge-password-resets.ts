import { now } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { deleteResetsBefore } from "./sql-store";

const KEPT_MS = DAY_MS;

/** Deletes links a day after their end. */
export async function purgePasswordResets(): Promise<{ passwordResets: number }> {
  return { passwordResets: await deleteResetsBefore(new Date(now().getTime() - KEPT_MS)) };
}
