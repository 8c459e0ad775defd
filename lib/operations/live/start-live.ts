import { onChanges } from "@/lib/kernel/changes";
import { hub } from "./hub";
import { Publisher } from "./publisher";

/** From now on what changes in this process is told, and at its end every stream ends: the server waits for them. */
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
