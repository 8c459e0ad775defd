import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type Channel, listener } from "@/lib/db/listener";
import { sql } from "../fixtures/make";

/** Waits until this process has received all notices of a channel that were sent before. */
export async function awaitNotices(channel: Channel): Promise<void> {
  const marker = randomUUID();
  let isReceived = false;
  const unsubscribe = listener().subscribe({
    channel,
    onNotice: (payload) => {
      isReceived ||= payload === marker;
    },
    onReconnect: () => undefined,
  });
  const notify = async () => {
    // Again each time: a notice that is sent before the connection listens is lost.
    await sql("SELECT pg_notify($1, $2)", [channel, marker]);
    return isReceived;
  };
  await expect.poll(notify, { interval: 10 }).toBe(true);
  unsubscribe();
}
