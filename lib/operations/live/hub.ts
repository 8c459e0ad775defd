import type { SignedInPerson } from "@/lib/contract/person";
import { callerRecheck } from "@/lib/db/caller-recheck";
import { listener } from "@/lib/db/listener";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { findSession } from "@/lib/identity/sql-store";
import { now } from "@/lib/kernel/clock";
import { isServiceError, ServiceError } from "@/lib/kernel/errors";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { readNotice } from "./notice";
import { Stream } from "./stream";

const BEAT_MS = 20_000;
/** The first change is sent to a partner at once, later ones at most this often. */
const PARTNER_INTERVAL_MS = 250;
/** Longer, because the operator's people receive the changes of all partners. */
const OPERATOR_INTERVAL_MS = 1_000;
/** Over HTTP/1.1 a browser has six connections to a server, and its pages need some of them. */
const MAX_PER_SESSION = 4;
const MAX_PER_PERSON = 12;
const RETRY_AFTER_S = "30";

interface Follower {
  person: SignedInPerson;
  stream: Stream;
}

/** The open streams of this process. */
class Hub {
  readonly #followers = new Set<Follower>();
  /** Each ends the subscription to one channel. */
  readonly #unsubscribe: (() => void)[];
  readonly #beat: NodeJS.Timeout;
  #isClosed = false;

  constructor() {
    const notices = listener();
    const onReconnect = () => this.#end(() => true);
    this.#unsubscribe = [
      notices.subscribe({
        channel: "changed",
        onNotice: (payload) => this.#publish(payload),
        onReconnect,
      }),
      notices.subscribe({
        channel: "person_changed",
        onNotice: (personId) => this.#end(({ person }) => person.id === personId),
        onReconnect,
      }),
      notices.subscribe({
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
   * Opens a stream of change notices of a person's partner, or of all partners for the operator's people. The stream
   * ends with the session, when the person or the partner changes, and when this process loses its subscription to the
   * other processes. The client then opens another stream, which checks the session again.
   * @param signal aborted when the client disconnects
   * @throws ServiceError RATE_LIMITED when the person has too many; SERVICE_UNAVAILABLE while there is no subscription.
   */
  async open(person: SignedInPerson, signal: AbortSignal): Promise<Response> {
    const recheckCaller = callerRecheck();
    const isSubscribed = await listener().ready();
    const headers = { "Retry-After": RETRY_AFTER_S };
    if (!isSubscribed || this.#isClosed) throw new ServiceError("SERVICE_UNAVAILABLE", { headers });
    const own = [...this.#followers].filter((each) => each.person.id === person.id);
    const here = own.filter((each) => each.person.sessionId === person.sessionId);
    if (own.length >= MAX_PER_PERSON || here.length >= MAX_PER_SESSION)
      throw new ServiceError("RATE_LIMITED", { headers });
    const everyMs = person.partnerId === null ? OPERATOR_INTERVAL_MS : PARTNER_INTERVAL_MS;
    const stream = new Stream({ everyMs, onEnd: () => this.#followers.delete(follower) });
    const follower = { person, stream };
    this.#followers.add(follower);
    if (signal.aborted) stream.end();
    else signal.addEventListener("abort", () => stream.end(), { once: true });
    if (!(await isStillAuthorized(person, recheckCaller))) stream.end();
    return new Response(stream.body, { headers: STREAM_HEADERS });
  }

  /** Ends every stream and refuses new ones. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beat);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#end(() => true);
  }

  #publish(payload: string): void {
    const { partnerId, kinds } = readNotice(payload);
    for (const { person, stream } of this.#followers)
      if (person.partnerId === null || person.partnerId === partnerId) stream.publish(kinds);
  }

  async #beatAll(): Promise<void> {
    for (const { stream } of this.#followers) stream.beat();
    if (this.#followers.size > 0) await this.#endExpired();
  }

  /** Ends the streams of sessions that have expired, by the clock of the database, as everywhere. */
  async #endExpired(): Promise<void> {
    try {
      const at = await databaseTimeOf(now());
      this.#end(({ person }) => person.sessionExpiresAt <= at);
    } catch (error) {
      // The next beat reads the time again. With the database the subscription is lost too, and its return ends every stream.
      log().warn({ failure: errorFields(error) }, "ends of sessions of streams not checked");
    }
  }

  #end(mustEnd: (follower: Follower) => boolean): void {
    for (const follower of this.#followers) if (mustEnd(follower)) follower.stream.end();
  }
}

/**
 * Whether the session of a person goes on, with the role and the view that it had when the request was authorized, and its
 * partner is not suspended. Asked once the stream is among those that notices end: the notice of an earlier end came too
 * early for it. Where the answer is not known, the client opens another stream.
 */
async function isStillAuthorized(
  { sessionId, viewingPartnerId }: SignedInPerson,
  recheckCaller: () => Promise<void>,
): Promise<boolean> {
  try {
    await recheckCaller();
    const session = await findSession(sessionId, now());
    return session?.viewingPartnerId === viewingPartnerId;
  } catch (error) {
    if (!isServiceError(error))
      log().warn({ failure: errorFields(error) }, "session of a stream not read");
    return false;
  }
}

/** Prevents caches, compression and proxy buffers from delaying events. */
const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

export function hub(): Hub {
  return perProcess("liveHub", () => new Hub());
}
