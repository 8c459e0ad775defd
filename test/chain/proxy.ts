import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { KEEP_OPEN } from "@/test/http/keep-open";
import {
  forwardLagging,
  forwardTo,
  type RpcReply,
  type RpcRequest,
  type SendCall,
} from "./send-call";

/** A fault of a node. With `passOn` the call still reaches the chain, whatever the response is. */
export type ProxyFault =
  /** An HTTP status, such as that of a load balancer in front of the node. */
  | { kind: "status"; status: number; passOn: boolean }
  /** A JSON-RPC error. */
  | { kind: "refuse"; code?: number; message: string; passOn?: boolean }
  /** No response. */
  | { kind: "hang"; passOn: boolean }
  /** The connection is closed without a response. */
  | { kind: "reset"; passOn: boolean }
  /** Half of the response's bytes, with the status 200. */
  | { kind: "cut" }
  /** Half of the response's bytes, and then nothing. */
  | { kind: "stall" }
  /** The correct response, late. */
  | { kind: "delay"; ms: number }
  /** A changed result, such as a wrong hash or a shorter list. */
  | { kind: "rewrite"; result: (result: unknown, params: unknown[]) => unknown };

export interface FaultOptions {
  /** The number of calls after which the fault ends; unlimited by default. */
  times?: number;
  /** The fault applies only to calls for which this returns true. */
  when?: (params: unknown[]) => boolean;
}

interface SetFault extends FaultOptions {
  method: string;
  fault: ProxyFault;
  left: number;
}

export type ChainProxy = Awaited<ReturnType<typeof startChainProxy>>;

/**
 * Starts a proxy between the service and a node, with faults by method (`*` for all). The newest matching fault
 * applies.
 */
export async function startChainProxy(url: string) {
  let target = url;
  const faults: SetFault[] = [];
  const seen: { method: string; params: unknown[] }[] = [];
  const hanging: ServerResponse[] = [];
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

  const server = createServer(KEEP_OPEN, async (request, response) => {
    try {
      const call = (await json(request)) as RpcRequest;
      seen.push({ method: call.method, params: call.params ?? [] });
      const sendCall = lagBlocks > 0 ? forwardLagging(target, lagBlocks) : forwardTo(target);
      const fault = faultFor(call);
      if (fault?.kind === "hang") hanging.push(response);
      await answer(sendCall, call, fault, response);
    } catch {
      // The node is down, so the proxy closes the connection.
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
    /** Removes the faults of one method or of all. */
    clearFaults(method?: string): void {
      const kept = faults.filter((each) => method !== undefined && each.method !== method);
      faults.splice(0, faults.length, ...kept);
    },
    /** Closes the connections of the calls that got no response. */
    resetHanging(): void {
      for (const response of hanging.splice(0)) response.destroy();
    },
    /** Makes the proxy respond as if the newest blocks did not exist. */
    lagBehind(blocks: number): void {
      lagBlocks = blocks;
    },
    /** Passes the calls to another node from now on. */
    passTo(other: string): void {
      target = other;
    },
    /** Returns all calls so far, or those of one method. */
    calls: (method?: string) =>
      seen.filter((each) => method === undefined || each.method === method),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function answer(
  sendCall: SendCall,
  call: RpcRequest,
  fault: ProxyFault | undefined,
  response: ServerResponse<IncomingMessage>,
): Promise<void> {
  const reaches = fault === undefined || !("passOn" in fault) || fault.passOn === true;
  const refused = fault?.kind === "refuse" && fault.passOn === undefined;
  const reply: Partial<RpcReply> = reaches && !refused ? await sendCall(call) : {};
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
    case "stall": {
      const whole = JSON.stringify(reply);
      response.setHeader("content-type", "application/json");
      response.write(whole.slice(0, Math.floor(whole.length / 2)));
      return;
    }
    case "delay":
      await new Promise((done) => setTimeout(done, fault.ms));
      return say(reply);
    case "rewrite":
      return say({ ...reply, result: fault.result(reply.result, call.params) });
  }
}
