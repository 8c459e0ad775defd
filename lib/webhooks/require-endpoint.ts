import { ServiceError } from "@/lib/kernel/errors";
import type { EndpointFlags } from "./store";

/** @throws ServiceError WEBHOOK_NOT_SET when the partner has no webhook URL. */
export function requireSetEndpoint({ isSet }: EndpointFlags): void {
  if (!isSet) throw new ServiceError("WEBHOOK_NOT_SET");
}

/** @throws ServiceError WEBHOOK_NOT_SET or WEBHOOK_PAUSED when nothing can be sent to the partner. */
export function requireEndpoint(flags: EndpointFlags): void {
  requireSetEndpoint(flags);
  if (flags.isPaused) throw new ServiceError("WEBHOOK_PAUSED");
}
