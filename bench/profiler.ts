import { setTimeout as sleep } from "node:timers/promises";

/** A function as V8 names it. Lines and columns count from 0. */
export interface CallFrame {
  functionName: string;
  /** The file as a `file:` URL, `node:…` for Node's own code, or empty for compiled code. */
  url: string;
  lineNumber: number;
  columnNumber: number;
}

/** A profile of V8: the node that ran at each sample, and the tree of nodes. */
export interface Profile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  /** The time before each sample, in microseconds. */
  timeDeltas: number[];
}

const SAMPLE_EVERY_US = 200;

/** Profiles a process that was started with `--inspect`, through its debugger's port. */
export class Profiler {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result, error } = JSON.parse(String(data));
      const waiting = this.#waiting.get(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
      this.#waiting.delete(id);
    });
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the debugger has closed"));
    });
  }

  /** @param port where the process listens for debuggers, on this machine */
  static async connect(port: string): Promise<Profiler> {
    const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", reject, { once: true });
    });
    const profiler = new Profiler(socket);
    await profiler.#send("Profiler.enable");
    await profiler.#send("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_US });
    return profiler;
  }

  /** Profiles the process while `run` runs. */
  async during<T>(run: () => Promise<T>): Promise<{ profile: Profile; result: T }> {
    await this.#send("Profiler.start");
    const result = await run();
    // Work after the response, such as its log line, belongs to the request.
    await sleep(1_000);
    const { profile } = (await this.#send("Profiler.stop")) as { profile: Profile };
    return { profile, result };
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#last;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return waiting.promise;
  }
}
