import type { SignedInPerson } from "@/lib/contract/person";
import { listener } from "@/lib/db/listener";
import { now } from "@/lib/kernel/clock";
import { ServiceError } from "@/lib/kernel/errors";
import { perProcess } from "@/lib/kernel/per-process";
import { readNotice } from "./notice";
import { Stream } from "./stream";

const BEAT_MS = 20_000;
/** A partner hears of a change at once, and of those after it this often. */
const PARTNER_PACE_MS = 250;
/** Whoever follows all partners hears of much more. */
const OPERATOR_PACE_MS = 1_000;
/** A browser has six connections to a server over HTTP/1.1; its pages need some of them. */
const MAX_PER_SESSION = 4;
const MAX_PER_PERSON = 12;
const RETRY_AFTER_S = "30";

interface Follower {
  person: SignedInPerson;
  stream: Stream;
}

/** The open streams of this process. */
export class Hub {
  readonly #followers = new Set<Follower>();
  readonly #stopHearing: (() => void)[];
  readonly #beat: NodeJS.Timeout;
  #isClosed = false;

  constructor() {
    const hear = listener();
    const onReconnect = () => this.#end(() => true);
    this.#stopHearing = [
      hear.subscribe({
        channel: "changed",
        onNotice: (payload) => this.#tell(payload),
        onReconnect,
      }),
      hear.subscribe({
        channel: "person_changed",
        onNotice: (personId) => this.#end(({ person }) => person.id === personId),
        onReconnect,
      }),
      hear.subscribe({
        channel: "caller_changed",
        onNotice: (partnerId) => this.#end(({ person }) => person.partnerId === partnerId),
        onReconnect,
      }),
    ];
    this.#beat = setInterval(() => this.#beatAll(), BEAT_MS);
    this.#beat.unref();
  }

  get size(): number {
    return this.#followers.size;
  }

  /**
   * Opens a stream of what changes for a person's partner; for the operator's people, of all. It ends with the session,
   * when the person or the partner is changed, and when this process no longer hears the others: whoever reads it opens
   * another then, and is checked anew.
   * @param signal aborted when the reader leaves
   * @throws ServiceError RATE_LIMITED when the person has too many; SERVICE_UNAVAILABLE while nothing can be heard.
   */
  async open(person: SignedInPerson, signal: AbortSignal): Promise<Response> {
    const isHearing = await listener().ready();
    const headers = { "Retry-After": RETRY_AFTER_S };
    if (!isHearing || this.#isClosed) throw new ServiceError("SERVICE_UNAVAILABLE", { headers });
    const own = [...this.#followers].filter((each) => each.person.id === person.id);
    const here = own.filter((each) => each.person.sessionId === person.sessionId);
    if (own.length >= MAX_PER_PERSON || here.length >= MAX_PER_SESSION)
      throw new ServiceError("RATE_LIMITED", { headers });
    const everyMs = person.partnerId === null ? OPERATOR_PACE_MS : PARTNER_PACE_MS;
    const stream = new Stream({ everyMs, onEnd: () => this.#followers.delete(follower) });
    const follower = { person, stream };
    this.#followers.add(follower);
    if (signal.aborted) stream.end();
    else signal.addEventListener("abort", () => stream.end(), { once: true });
    return new Response(stream.body, { headers: STREAM_HEADERS });
  }

  /** Ends every stream and opens no more. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beat);
    for (const stop of this.#stopHearing) stop();
    this.#end(() => true);
  }

  #tell(payload: string): void {
    const { partnerId, kinds } = readNotice(payload);
    for (const { person, stream } of this.#followers)
      if (person.partnerId === null || person.partnerId === partnerId) stream.tell(kinds);
  }

  #beatAll(): void {
    const at = now();
    this.#end(({ person }) => person.sessionExpiresAt <= at);
    for (const { stream } of this.#followers) stream.beat();
  }

  #end(isMeant: (follower: Follower) => boolean): void {
    for (const follower of this.#followers) if (isMeant(follower)) follower.stream.end();
  }
}

/** Nothing between here and the reader may keep the events back: no cache, no compression, no buffer of a proxy. */
const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

export function hub(): Hub {
  return perProcess("liveHub", () => new Hub());
}
