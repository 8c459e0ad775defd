import { beforeExit } from "@/lib/kernel/before-exit";
import { onChanges } from "@/lib/kernel/changes";
import { onShutdown } from "@/lib/kernel/shutdown";
import { hub } from "./hub";
import { Publisher } from "./publisher";

/**
 * Starts publishing the changes of this process. When the process begins to shut down, every stream ends, so that pages open
 * another one in another process; the last changes are published before the exit.
 */
export function startLive(): void {
  const streams = hub();
  const publisher = new Publisher();
  onChanges((partnerId, kinds) => publisher.add(partnerId, kinds));
  onShutdown(() => streams.close());
  beforeExit(() => publisher.stop());
}
