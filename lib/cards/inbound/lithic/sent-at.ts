import type { SignedMessage } from "@/lib/kernel/signatures/signed-message";

/** When Lithic sent a message, by the header that its signature covers; undefined without one. */
export function sentAtOf(header: SignedMessage["header"]): Date | undefined {
  const sentS = Number(header("webhook-timestamp"));
  return Number.isFinite(sentS) && sentS > 0 ? new Date(sentS * 1_000) : undefined;
}
