import type { ChangeKind } from "@/lib/kernel/changes";
import { errorFields, log } from "@/lib/kernel/log";
import { Throttle } from "@/lib/kernel/throttle";
import { notifyProcesses } from "./store";

/** The interval at which a process publishes its changes at most; changes within it are sent together. */
const EVERY_MS = 200;

/**
 * Collects the changes of this process and publishes them to every process. Source: docs/decisions/0018-live-pages.md
 */
export class Publisher {
  readonly #throttle = new Throttle(EVERY_MS, () => this.#publish());
  #changed = new Map<string | null, Set<ChangeKind>>();

  add(partnerId: string | null, kinds: readonly ChangeKind[]): void {
    this.#gather(partnerId, kinds);
    this.#throttle.request();
  }

  /** Publishes the remaining changes. */
  async stop(): Promise<void> {
    await this.#throttle.stop();
    await this.#publish();
    await this.#throttle.stop();
  }

  #gather(partnerId: string | null, kinds: Iterable<ChangeKind>): void {
    const gathered = this.#changed.get(partnerId) ?? new Set();
    for (const kind of kinds) gathered.add(kind);
    this.#changed.set(partnerId, gathered);
  }

  async #publish(): Promise<void> {
    const changed = [...this.#changed].map(([partnerId, kinds]) => ({
      partnerId,
      kinds: [...kinds],
    }));
    this.#changed = new Map();
    if (changed.length === 0) return;
    try {
      await notifyProcesses(changed);
    } catch (error) {
      log().warn(errorFields(error), "change notices not published yet");
      for (const { partnerId, kinds } of changed) this.add(partnerId, kinds);
    }
  }
}
