import { ServiceError } from "@/lib/kernel/errors";
import type { EndpointFlags } from "./store";

/** @throws ServiceError WEBHOOK_NOT_SET or WEBHOOK_PAUSED when nothing can be sent to the partner. */
export function requireEndpoint({ isSet, isPaused }: EndpointFlags): void {
  if (!isSet) throw new ServiceError("WEBHOOK_NOT_SET");
  if (isPaused) throw new ServiceError("WEBHOOK_PAUSED");
}
