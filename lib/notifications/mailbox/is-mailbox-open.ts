import { env } from "@/lib/kernel/env";

/**
 * Whether a request may read the mailbox: in staging, where the settings turn it on, from a client on this machine.
 * server/loopback-client.ts sets the header.
 */
export function isMailboxOpen(headers: Pick<Headers, "get">): boolean {
  const { SERVICE_ENVIRONMENT, SANDBOX_MAILBOX } = env();
  const isOn = SERVICE_ENVIRONMENT === "staging" && SANDBOX_MAILBOX === "on";
  return isOn && headers.get("x-loopback-client") === "yes";
}
