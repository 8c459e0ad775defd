import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { TokenAnswer, TokenRequest } from "./token-request";
import { TokenMisuse } from "./token-session";

const PROGRAM = "bin/service/token-process.ts";
const RUN_TYPESCRIPT = "bin/bootstrap/run-typescript.mjs";

/** The token or its library did not answer in time. */
export class NoAnswer extends Error {
  constructor(limitMs: number) {
    super(
      `the PKCS#11 token has not answered a request within ${limitMs / 1_000} s. Its library was ended and is started again by the next request: check the device and its network if this error stays`,
    );
  }
}

/** A fault of the library or of the token. The process lives, and opens the token again. */
export class TokenFault extends Error {}

/**
 * A process of its own with the PKCS#11 library. Most calls of a library wait for the device, nothing can end this wait, and in
 * this process all other work would wait too. A process can be ended.
 */
export class TokenProcess {
  readonly #child: ChildProcess;
  readonly #endNow = () => void this.#child.kill("SIGKILL");

  constructor() {
    const folder = process.cwd();
    // Not imported: a bundler would look for the program among its modules.
    const { fork } = process.getBuiltinModule("node:child_process");
    this.#child = fork(join(folder, PROGRAM), [], {
      execArgv: ["--import", pathToFileURL(join(folder, RUN_TYPESCRIPT)).href],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    // It must not keep this process alive, nor live on when this process ends while the library waits for its device.
    this.#child.unref();
    this.#child.channel?.unref();
    process.once("exit", this.#endNow);
    this.#child.once("exit", () => process.off("exit", this.#endNow));
    // The request that it fails has a listener of its own.
    this.#child.on("error", () => {});
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Sends a request, after the one before was answered.
   * @throws TokenFault with the library's code; TokenMisuse; NoAnswer after `limitMs`, and Error when the process ended:
   *   it is of no more use then.
   */
  ask(request: TokenRequest, limitMs: number): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const onMessage = (answer: TokenAnswer) => {
      if ("bytes" in answer) resolve(Buffer.from(answer.bytes, "hex"));
      else reject(new (answer.isMisuse ? TokenMisuse : TokenFault)(answer.fault));
    };
    const onExit = (code: number | null, signal: string | null) =>
      reject(new Error(`the process of the PKCS#11 library ended: ${signal ?? code}`));
    const timer = setTimeout(() => reject(new NoAnswer(limitMs)), limitMs);
    this.#child.once("message", onMessage).once("exit", onExit).once("error", reject);
    this.#child.send(request, (error) => error && reject(error));
    return promise.finally(() => {
      clearTimeout(timer);
      this.#child.off("message", onMessage).off("exit", onExit).off("error", reject);
    });
  }

  /**
   * Lets the library end its session at the token, and then the process. Ends the process after `limitMs` whatever its library
   * does.
   */
  async end(limitMs: number): Promise<void> {
    const { exitCode, signalCode, connected } = this.#child;
    if (exitCode !== null || signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    const timer = setTimeout(this.#endNow, limitMs);
    if (connected) this.#child.disconnect();
    await ended;
    clearTimeout(timer);
  }

  /** Ends the process at once. Its session stays open at the token for as long as the token keeps lost ones. */
  kill(): void {
    this.#endNow();
  }
}
