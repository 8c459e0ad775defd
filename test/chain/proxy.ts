import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Ask, laggingAsk, plainAsk, type RpcReply, type RpcRequest } from "./ask";

/** How a node lies or fails. What `passOn` says has reached the chain, whatever the answer is. */
export type ProxyFault =
  /** An HTTP status, as of a balancer in front of the node. */
  | { kind: "status"; status: number; passOn: boolean }
  /** A JSON-RPC error. */
  | { kind: "refuse"; code?: number; message: string; passOn?: boolean }
  /** No answer, ever. */
  | { kind: "hang"; passOn: boolean }
  /** The connection ends in the middle. */
  | { kind: "reset"; passOn: boolean }
  /** Half of the answer's bytes, under a status of 200. */
  | { kind: "cut" }
  /** The true answer, late. */
  | { kind: "delay"; ms: number }
  /** Another answer than the node's: a wrong hash, a shorter list. */
  | { kind: "rewrite"; result: (result: unknown, params: unknown[]) => unknown };

export interface FaultOptions {
  /** Ends by itself after so many calls; never by default. */
  times?: number;
  /** Only calls of which this is true. */
  when?: (params: unknown[]) => boolean;
}

interface SetFault extends FaultOptions {
  method: string;
  fault: ProxyFault;
  left: number;
}

export type ChainProxy = Awaited<ReturnType<typeof startChainProxy>>;

/** Stands between the service and a node, and lies as it is told to, by method (`*` for all). The newest fault wins. */
export async function startChainProxy(target: string) {
  const faults: SetFault[] = [];
  const seen: { method: string; params: unknown[] }[] = [];
  let lagBlocks = 0;

  function faultFor({ method, params }: RpcRequest): ProxyFault | undefined {
    const found = faults.findLast(
      (each) =>
        each.left > 0 &&
        (each.method === "*" || each.method === method) &&
        (each.when?.(params) ?? true),
    );
    if (found) found.left -= 1;
    return found?.fault;
  }

  const server = createServer(async (request, response) => {
    try {
      const call = (await json(request)) as RpcRequest;
      seen.push({ method: call.method, params: call.params ?? [] });
      const asked = lagBlocks > 0 ? laggingAsk(target, lagBlocks) : plainAsk(target);
      await answer(asked, call, faultFor(call), response);
    } catch {
      // The node is down: so is what stands before it.
      response.destroy();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    setFault(method: string, fault: ProxyFault, options: FaultOptions = {}): void {
      faults.push({ method, fault, left: options.times ?? Number.POSITIVE_INFINITY, ...options });
    },
    /** Tells the truth again, of one method or of all. */
    clearFaults(method?: string): void {
      const kept = faults.filter((each) => method !== undefined && each.method !== method);
      faults.splice(0, faults.length, ...kept);
    },
    /** Knows nothing of the newest blocks. */
    lagBehind(blocks: number): void {
      lagBlocks = blocks;
    },
    /** Everything that was asked so far, or everything of one method. */
    calls: (method?: string) =>
      seen.filter((each) => method === undefined || each.method === method),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function answer(
  ask: Ask,
  call: RpcRequest,
  fault: ProxyFault | undefined,
  response: ServerResponse<IncomingMessage>,
): Promise<void> {
  const reaches = fault === undefined || !("passOn" in fault) || fault.passOn === true;
  const refused = fault?.kind === "refuse" && fault.passOn === undefined;
  const reply: Partial<RpcReply> = reaches && !refused ? await ask(call) : {};
  const say = (body: unknown) => {
    response.setHeader("content-type", "application/json");
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  switch (fault?.kind) {
    case undefined:
      return say(reply);
    case "status":
      response.statusCode = fault.status;
      return say("Service Unavailable");
    case "refuse": {
      const error = { code: fault.code ?? -32_000, message: fault.message };
      return say({ jsonrpc: "2.0", id: call.id, error });
    }
    case "hang":
      return;
    case "reset":
      response.destroy();
      return;
    case "cut": {
      const whole = JSON.stringify(reply);
      return say(whole.slice(0, Math.floor(whole.length / 2)));
    }
    case "delay":
      await new Promise((done) => setTimeout(done, fault.ms));
      return say(reply);
    case "rewrite":
      return say({ ...reply, result: fault.result(reply.result, call.params) });
  }
}
