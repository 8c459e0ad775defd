/** A JSON-RPC call; a `SendCall` is the function with which a proxy gets its response. */
export interface RpcRequest {
  id: number;
  method: string;
  params: unknown[];
}

export interface RpcReply {
  jsonrpc: "2.0";
  id: number;
  result?: unknown;
  error?: { code: number; message: string };
}

export type SendCall = (call: RpcRequest) => Promise<RpcReply>;

/** Returns a `SendCall` that forwards calls to the node. */
export function forwardTo(target: string): SendCall {
  return async (call) => {
    const reply = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", ...call }),
    });
    return (await reply.json()) as RpcReply;
  };
}

/** The position of the block among a method's parameters. */
const BLOCK_AT: Record<string, number> = {
  eth_getBlockByNumber: 0,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
  eth_getCode: 1,
  eth_getStorageAt: 2,
};

const toHex = (value: bigint) => `0x${value.toString(16)}`;
const isNumber = (block: unknown): block is string =>
  typeof block === "string" && block.startsWith("0x");

/** Returns a `SendCall` that responds like a node that lags behind and does not have the newest `blocks` blocks yet. */
export function forwardLagging(target: string, blocks: number): SendCall {
  const sendCall = forwardTo(target);
  return async (call) => {
    const head = await sendCall({ id: call.id, method: "eth_blockNumber", params: [] });
    const newest = BigInt(String(head.result)) - BigInt(blocks);
    const isUnknown = (block: unknown) => isNumber(block) && BigInt(block) > newest;
    const empty: RpcReply = { jsonrpc: "2.0", id: call.id, result: null };

    if (call.method === "eth_blockNumber") return { ...empty, result: toHex(newest) };
    const at = BLOCK_AT[call.method];
    if (at !== undefined) {
      const block = call.params[at] ?? "latest";
      if (isUnknown(block)) {
        const error = { code: -32_000, message: "header not found" };
        return call.method === "eth_getBlockByNumber" ? empty : { ...empty, error };
      }
      const isHead = block === "latest" || block === "pending";
      const params = [...call.params];
      params[at] = isHead ? toHex(newest) : block;
      return sendCall({ ...call, params });
    }
    if (call.method === "eth_getLogs")
      return { ...empty, ...(await logsUpTo(sendCall, call, newest)) };
    const reply = await sendCall(call);
    const block = (reply.result as { blockNumber?: string } | null | undefined)?.blockNumber;
    return isUnknown(block) ? empty : reply;
  };
}

/** Returns the logs of the blocks up to `newest`, even if the requested range goes further. */
async function logsUpTo(
  sendCall: SendCall,
  call: RpcRequest,
  newest: bigint,
): Promise<Partial<RpcReply>> {
  const reply = await sendCall(call);
  if (!Array.isArray(reply.result)) return reply;
  const logs: { blockNumber: string }[] = reply.result;
  return { result: logs.filter(({ blockNumber }) => BigInt(blockNumber) <= newest) };
}
