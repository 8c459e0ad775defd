import { env } from "@/lib/kernel/env";
import { UnreadableMessage } from "../unreadable-message";

/** @throws UnreadableMessage for a message of Stripe's test mode in production, or of its live mode in staging */
export function requireEnvironment(livemode: boolean): void {
  if (livemode === (env().SERVICE_ENVIRONMENT === "production")) return;
  throw new UnreadableMessage(
    livemode ? "A message of live mode, in staging" : "A message of test mode, in production",
  );
}
