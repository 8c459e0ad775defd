import { listener } from "@/lib/db/listener";
import { sql, type TestPartner } from "./make";

/** Suspends a partner (`null` ends it), and waits until this process was notified, which lib/identity/api-keys/caller-cache.ts then was too. */
export async function suspend(
  { partnerId }: Pick<TestPartner, "partnerId">,
  at: Date | null = new Date(),
): Promise<void> {
  const notified = Promise.withResolvers<void>();
  const unsubscribe = listener().hear({
    channel: "caller_changed",
    onNotice: (changed) => changed === partnerId && notified.resolve(),
    // Without a connection nothing is kept that a notice could end.
    onGap: notified.resolve,
  });
  await sql("UPDATE partners SET suspended_at = $2 WHERE id = $1", [partnerId, at]);
  await notified.promise;
  unsubscribe();
}
