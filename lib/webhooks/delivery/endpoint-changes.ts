import { listener } from "@/lib/db/listener";

/**
 * Subscribes to notices that an endpoint has a new URL or secret, or is paused: claimed data of that endpoint is then
 * stale.
 */
export class EndpointChanges {
  readonly #onChange: (partnerId: string | undefined) => void;
  readonly #changed = new Set<string>();
  #isSubscribed = false;
  #isGap = false;
  #unsubscribe: (() => void) | undefined;

  /**
   * @param onChange receives the partner of the endpoint; undefined when any endpoint may have changed, because notices
   * were lost while the listener was disconnected
   */
  constructor(onChange: (partnerId: string | undefined) => void) {
    this.#onChange = onChange;
  }

  /**
   * Starts a new observation period for `has`. Returns whether notices are received; if not yet, subscribes to them.
   */
  watch(): boolean {
    this.#changed.clear();
    this.#isGap = false;
    this.#unsubscribe ??= listener().subscribe({
      channel: "endpoint_changed",
      onNotice: (partnerId) => this.#onNotice(partnerId),
      onReconnect: () => this.#onNotice(undefined),
    });
    this.#isSubscribed = listener().isUp;
    return this.#isSubscribed;
  }

  /** Whether a partner's endpoint changed in this period, or may have changed while notices were lost. */
  has(partnerId: string): boolean {
    return this.#changed.has(partnerId) || (this.#isGap && this.#isSubscribed);
  }

  leave(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  #onNotice(partnerId: string | undefined): void {
    if (partnerId === undefined) this.#isGap = true;
    else this.#changed.add(partnerId);
    this.#onChange(partnerId);
  }
}
