import { setTimeout as sleep } from "node:timers/promises";
import { errorFields, log } from "@/lib/kernel/log";
import type { HashKey } from "../hash-key";
import { NoAnswer, TokenFault, TokenProcess } from "./token-process";
import { TokenMisuse, type TokenSettings } from "./token-session";

/** The pauses before the second and later attempts, less than two seconds in all: the caller tries again by itself. */
const PAUSES_MS = [0, 100, 400, 1_000];
/** Another attempt would lock the token, or cannot succeed. */
const FINAL = /^CKR_(PIN_\w+|USER_PIN_NOT_INITIALIZED)$/;

/** Far above what each takes. The first request also starts the process, loads the library, finds the token and logs in. */
const LIMITS = { openMs: 15_000, answerMs: 5_000 };
/** Less than half of what the end of the service waits: lib/kernel/before-exit.ts. */
const END_MS = 1_200;

const isFinal = (error: unknown) =>
  error instanceof TokenMisuse || (error instanceof Error && FINAL.test(error.message));

interface Options {
  /** Starts a process with the library. */
  start?: () => TokenProcess;
  /** How long a first and a later request may take. */
  limits?: typeof LIMITS;
}

/**
 * A PKCS#11 token with one session in a process of its own, in which calls run one after the other. After any error the
 * session is ended and opened again, because a lost device shows itself by many codes (CKR_SESSION_HANDLE_INVALID,
 * CKR_DEVICE_REMOVED, CKR_TOKEN_NOT_PRESENT, CKR_GENERAL_ERROR) and libraries differ.
 *
 * A request without an answer fails after a while, and its process is ended. Those that wait behind it fail with it: each
 * would wait as long.
 */
export class ReconnectingToken {
  readonly #settings: TokenSettings;
  readonly #start: () => TokenProcess;
  readonly #limits: typeof LIMITS;
  #process: TokenProcess | undefined;
  #isOpen = false;
  #last: Promise<unknown> = Promise.resolve();
  /** The last request without an answer, and how many there were. */
  #unanswered: { count: number; error?: NoAnswer } = { count: 0 };
  /** Set after a wrong PIN: a token allows few of them. */
  #refusal: unknown;

  constructor(
    settings: TokenSettings,
    { start = () => new TokenProcess(), limits = LIMITS }: Options = {},
  ) {
    this.#settings = settings;
    this.#start = start;
    this.#limits = limits;
  }

  /** Returns the key pair with a label. */
  key(label: string): HashKey {
    return {
      publicKey: async () => Uint8Array.from(await this.#inTurn({ label })),
      sign: async (hash) => {
        const raw = await this.#inTurn({ label, hash: Buffer.from(hash).toString("hex") });
        const number = (bytes: Buffer) => BigInt(`0x${bytes.toString("hex")}`);
        return { r: number(raw.subarray(0, 32)), s: number(raw.subarray(32)) };
      },
    };
  }

  /** Ends the session, after the requests that were made before. A later call opens it again. */
  close(): Promise<void> {
    const closed = this.#last.then(async () => {
      const open = this.#process;
      this.#process = undefined;
      this.#isOpen = false;
      await open?.end(END_MS);
    });
    this.#last = closed;
    return closed;
  }

  #inTurn(request: { label: string; hash?: string }): Promise<Buffer> {
    const { count } = this.#unanswered;
    const result = this.#last.then(() => {
      const { count: since, error } = this.#unanswered;
      if (since !== count) throw error;
      return this.#withRetries(request);
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #withRetries(request: { label: string; hash?: string }): Promise<Buffer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#ask(request);
      } catch (error) {
        this.#isOpen = false;
        if (!(error instanceof TokenFault || error instanceof TokenMisuse)) this.#drop();
        if (error instanceof NoAnswer)
          this.#unanswered = { count: this.#unanswered.count + 1, error };
        const pauseMs = PAUSES_MS[attempt];
        if (error instanceof NoAnswer || isFinal(error) || pauseMs === undefined)
          throw this.#refuse(error);
        log().warn({ failure: errorFields(error) }, "the PKCS#11 token failed; opening it again");
        await sleep(pauseMs);
      }
    }
  }

  async #ask(request: { label: string; hash?: string }): Promise<Buffer> {
    if (this.#refusal !== undefined)
      throw new TokenMisuse("the token refused PKCS11_PIN: correct it and restart the process", {
        cause: this.#refusal,
      });
    this.#process ??= this.#start();
    const { openMs, answerMs } = this.#limits;
    const limitMs = this.#isOpen ? answerMs : openMs;
    const answer = await this.#process.ask({ settings: this.#settings, ...request }, limitMs);
    this.#isOpen = true;
    return answer;
  }

  #refuse(error: unknown): unknown {
    if (isFinal(error) && !(error instanceof TokenMisuse)) this.#refusal = error;
    return error;
  }

  #drop(): void {
    this.#process?.kill();
    this.#process = undefined;
    this.#isOpen = false;
  }
}
