import { now } from "@/lib/kernel/clock";
import { perProcess } from "@/lib/kernel/per-process";

/** Asking a node about what it refused a moment ago tells nothing new. */
const RETRY_MS = 15_000;

const retryAtMs = perProcess("payoutRefusals", () => new Map<string, number>());

/** What the token refuses is left alone for a while, so that what stands behind it gets its turn. In this process only. */
export function noteRefusal(id: string): void {
  retryAtMs.set(id, now().getTime() + RETRY_MS);
}

/** Those that were refused a moment ago. */
export function recentRefusals(): string[] {
  for (const [id, atMs] of retryAtMs) if (atMs <= now().getTime()) retryAtMs.delete(id);
  return [...retryAtMs.keys()];
}
