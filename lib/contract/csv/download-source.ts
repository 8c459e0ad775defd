import { isServiceError } from "@/lib/kernel/errors";
import { errorFields, log } from "@/lib/kernel/log";

/** A slow client takes this much in a minute, but may not take a whole batch. */
const CHUNK_BYTES = 65_536;

/** A download that lasts too long. It is no fault of the service. */
class DownloadTimeout extends Error {
  override readonly name = "DownloadTimeout";
}

export interface DownloadTimes {
  /** A download whose client takes nothing for this time is aborted. */
  maxUnreadMs: number;
  /** A download that takes this time in total is aborted. */
  maxTotalMs: number;
}

interface SourceOptions {
  fileName: string;
  /** The first part, which was read before the response. */
  first: string;
  /** The parts after the first one. */
  later: AsyncIterator<string>;
  /** Checks the caller of the request again; throws the refusal. */
  recheckCaller: () => Promise<void>;
  /** Called once, when the download is complete, aborted or cancelled. */
  onEnd: () => void;
  times: DownloadTimes;
}

const encoder = new TextEncoder();

/**
 * The content of a download, of which a part is read when the client has taken the one before. A failure, the loss of the
 * right to read it, and a client that takes too long abort the download, so that nobody mistakes the file for complete.
 */
export class DownloadSource implements UnderlyingDefaultSource<Uint8Array> {
  readonly #options: SourceOptions;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** What was read and not yet taken. */
  #rest: Uint8Array;
  #isOver = false;
  #unread: NodeJS.Timeout | undefined;
  #total: NodeJS.Timeout | undefined;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.#rest = encoder.encode(options.first);
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    const { maxTotalMs } = this.#options.times;
    this.#total = this.#abortAfter(maxTotalMs, "the download took too long");
    this.#awaitReader();
  }

  /** Called when the client wants more. */
  async pull(): Promise<void> {
    clearTimeout(this.#unread);
    try {
      while (this.#rest.length === 0) {
        const hasMore = await this.#readOn();
        if (this.#isOver) return;
        if (hasMore) continue;
        this.#end();
        this.#controller?.close();
        return;
      }
      this.#controller?.enqueue(this.#rest.subarray(0, CHUNK_BYTES));
      this.#rest = this.#rest.subarray(CHUNK_BYTES);
      this.#awaitReader();
    } catch (error) {
      this.#abort(error);
    }
  }

  /** Called when the client disconnects. */
  async cancel(): Promise<void> {
    this.#end();
    await this.#options.later.return?.();
  }

  async #readOn(): Promise<boolean> {
    const { done, value } = await this.#options.later.next();
    if (done || this.#isOver) return false;
    // After the part was read, because its rows may be newer than the loss of the right to read them.
    await this.#options.recheckCaller();
    this.#rest = encoder.encode(value);
    return true;
  }

  #abortAfter(timeMs: number, reason: string): NodeJS.Timeout {
    return setTimeout(() => this.#abort(new DownloadTimeout(reason)), timeMs).unref();
  }

  #awaitReader(): void {
    const { maxUnreadMs } = this.#options.times;
    this.#unread = this.#abortAfter(maxUnreadMs, "the client took nothing for too long");
  }

  #abort(error: unknown): void {
    if (this.#isOver) return;
    this.#end();
    const { fileName, later } = this.#options;
    const failure = errorFields(error);
    if (isServiceError(error) || error instanceof DownloadTimeout)
      log().info({ fileName, failure }, "export aborted");
    else log().error({ fileName, failure }, "export failed");
    this.#controller?.error(error);
    // A batch that is being read ends first, and its outcome matters no more.
    Promise.resolve(later.return?.()).catch(() => undefined);
  }

  #end(): void {
    this.#isOver = true;
    this.#rest = new Uint8Array();
    clearTimeout(this.#unread);
    clearTimeout(this.#total);
    this.#options.onEnd();
  }
}
