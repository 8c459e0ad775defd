import type { ChangeKind } from "@/lib/changes";
import { errorFields, log } from "@/lib/log";
import { Pace } from "@/lib/pace";
import { notifyProcesses } from "./store";

/** How often a process tells of changes at most: all of the time between go together. */
const EVERY_MS = 200;

/** Gathers what changed in this process and tells every process of it. Source: docs/decisions/0018-live-pages.md */
export class Publisher {
  readonly #pace = new Pace(EVERY_MS, () => this.#tell());
  #changed = new Map<string | null, Set<ChangeKind>>();
  #telling: Promise<void> | undefined;

  add(partnerId: string | null, kinds: readonly ChangeKind[]): void {
    this.#gather(partnerId, kinds);
    this.#pace.ask();
  }

  /** Tells what is left. */
  async stop(): Promise<void> {
    await this.#telling;
    this.#pace.stop();
    this.#tell();
    await this.#telling;
    this.#pace.stop();
  }

  #gather(partnerId: string | null, kinds: Iterable<ChangeKind>): void {
    const gathered = this.#changed.get(partnerId) ?? new Set();
    for (const kind of kinds) gathered.add(kind);
    this.#changed.set(partnerId, gathered);
  }

  /** One at a time: what is gathered meanwhile, or could not be told, goes with the next. */
  #tell(): void {
    if (this.#changed.size === 0) return;
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = undefined;
      if (this.#changed.size > 0) this.#pace.ask();
    });
  }

  async #tellAll(): Promise<void> {
    const changed = [...this.#changed].map(([partnerId, kinds]) => ({
      partnerId,
      kinds: [...kinds],
    }));
    this.#changed = new Map();
    try {
      await notifyProcesses(changed);
    } catch (error) {
      log().warn(errorFields(error), "changes could not be told yet");
      for (const { partnerId, kinds } of changed) this.#gather(partnerId, kinds);
    }
  }
}
