import { setTimeout as sleep } from "node:timers/promises";
import type { PKCS11 } from "pkcs11js";
import { errorFields, log } from "@/lib/kernel/log";
import type { HashKey } from "../hash-key";
import { pkcs11Package } from "../vault-packages";
import { TokenMisuse, TokenSession, type TokenSettings } from "./token-session";

/** The pauses before the second and later attempts, less than two seconds in all: the caller tries again by itself. */
const PAUSES_MS = [0, 100, 400, 1_000];
/** Another attempt would lock the token, or cannot succeed. */
const FINAL = /^CKR_(PIN_\w+|USER_PIN_NOT_INITIALIZED)$/;

/** Far above what a signature takes. A device that another one replaces answers a later call. */
const MAX_ANSWER_MS = 5_000;

/** The library waits for its device, and nothing can end this wait. */
class NoAnswer extends Error {
  constructor() {
    super(
      `the PKCS#11 token has not answered a request within ${MAX_ANSWER_MS / 1_000} s. It is used again once its library gives up or answers: check the device and its network, and restart the process if this error stays when they work`,
    );
  }
}

const isFinal = (error: unknown) =>
  error instanceof TokenMisuse || (error instanceof Error && FINAL.test(error.message));

/**
 * A PKCS#11 token with one session, in which calls run one after the other. After any error the session is ended and
 * opened again, because a lost device shows itself by many codes (CKR_SESSION_HANDLE_INVALID, CKR_DEVICE_REMOVED,
 * CKR_TOKEN_NOT_PRESENT, CKR_GENERAL_ERROR) and libraries differ.
 *
 * A request without an answer fails after a while, and so does each later call until the library has ended the request. Any
 * call to the library, also one that ends it, could wait for this request and stop the whole process.
 */
export class ReconnectingToken {
  readonly #settings: TokenSettings;
  #library: PKCS11 | undefined;
  #session: TokenSession | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isWaiting = false;
  /** Set after a wrong PIN: a token allows few of them. */
  #refusal: unknown;

  constructor(settings: TokenSettings) {
    this.#settings = settings;
  }

  /** Returns the key pair with a label. */
  key(label: string): HashKey {
    return {
      publicKey: () => this.#inTurn(async (session) => session.publicKey(label)),
      sign: async (hash) => {
        const raw = await this.#inTurn((session) => session.sign(label, hash));
        const number = (bytes: Buffer) => BigInt(`0x${bytes.toString("hex")}`);
        return { r: number(raw.subarray(0, 32)), s: number(raw.subarray(32)) };
      },
    };
  }

  /** Ends the session. A later call opens it again. */
  async close(): Promise<void> {
    await this.#last;
    if (!this.#isWaiting) this.#drop();
  }

  #inTurn<T>(work: (session: TokenSession) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#withRetries(work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #withRetries<T>(work: (session: TokenSession) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#within(work(this.#open()));
      } catch (error) {
        if (error instanceof NoAnswer) throw error;
        this.#drop();
        const pauseMs = PAUSES_MS[attempt];
        if (isFinal(error) || pauseMs === undefined) throw this.#refuse(error);
        log().warn({ failure: errorFields(error) }, "the PKCS#11 token failed; opening it again");
        await sleep(pauseMs);
      }
    }
  }

  /** Returns the answer. One that is late is discarded, and its session with it. */
  async #within<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#isWaiting = true;
        const goOn = () => {
          this.#drop();
          this.#isWaiting = false;
        };
        answer.then(goOn, goOn);
        reject(new NoAnswer());
      }, MAX_ANSWER_MS);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #refuse(error: unknown): unknown {
    if (isFinal(error) && !(error instanceof TokenMisuse)) this.#refusal = error;
    return error;
  }

  #open(): TokenSession {
    if (this.#isWaiting) throw new NoAnswer();
    if (this.#refusal !== undefined)
      throw new TokenMisuse("the token refused PKCS11_PIN: correct it and restart the process", {
        cause: this.#refusal,
      });
    this.#library ??= this.#load();
    this.#session ??= new TokenSession(this.#library, this.#settings);
    return this.#session;
  }

  #load(): PKCS11 {
    const library = new (pkcs11Package().PKCS11)();
    library.load(this.#settings.module);
    return library;
  }

  #drop(): void {
    this.#session?.close();
    this.#session = undefined;
  }
}
