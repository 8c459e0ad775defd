import { onChanges } from "@/lib/kernel/changes";
import { hub } from "./hub";
import { Publisher } from "./publisher";

/**
 * Starts publishing the changes of this process. When the process ends, every stream is closed, because the server
 * waits for open streams.
 */
export function startLive(): void {
  const streams = hub();
  const publisher = new Publisher();
  onChanges((partnerId, kinds) => publisher.add(partnerId, kinds));
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      streams.close();
      void publisher.stop();
    });
  }
}
