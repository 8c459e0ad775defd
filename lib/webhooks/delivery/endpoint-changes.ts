import { listener } from "@/lib/db/listener";

/**
 * Hears when an endpoint has another address or secret, or is paused: what was read of it before says no longer where to
 * send, and how to sign.
 */
export class EndpointChanges {
  readonly #onChange: (partnerId: string | undefined) => void;
  readonly #changed = new Set<string>();
  #isHearing = false;
  #isGap = false;
  #stopHearing: (() => void) | undefined;

  /** @param onChange is told whose endpoint it is; undefined when it may be anybody's, as nothing was heard for a while */
  constructor(onChange: (partnerId: string | undefined) => void) {
    this.#onChange = onChange;
  }

  /** From now on `has` tells what changed since. Answers whether all of it is heard; if not yet, it begins to listen. */
  watch(): boolean {
    this.#changed.clear();
    this.#isGap = false;
    this.#stopHearing ??= listener().subscribe({
      channel: "endpoint_changed",
      onNotice: (partnerId) => this.#tell(partnerId),
      onReconnect: () => this.#tell(undefined),
    });
    this.#isHearing = listener().isUp;
    return this.#isHearing;
  }

  /** Whether a partner's endpoint changed since, or may have: what was heard then is not heard any more. */
  has(partnerId: string): boolean {
    return this.#changed.has(partnerId) || (this.#isGap && this.#isHearing);
  }

  leave(): void {
    this.#stopHearing?.();
    this.#stopHearing = undefined;
  }

  #tell(partnerId: string | undefined): void {
    if (partnerId === undefined) this.#isGap = true;
    else this.#changed.add(partnerId);
    this.#onChange(partnerId);
  }
}
