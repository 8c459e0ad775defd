import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, encodeFunctionData, type Hash, type Hex, parseAbi, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { deployTokens, type TestToken } from "@/bin/chains/deploy-tokens.ts";
import { type RunningAnvil, startAnvil } from "@/bin/chains/start-anvil.ts";
import artifacts from "@/bin/contracts/artifacts.json" with { type: "json" };
import { settingSuffix } from "@/lib/chain/chain-setting";
import { findToken } from "@/lib/chain/find-token";
import type { Network, TokenName } from "@/lib/chain/networks";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { forgetEnv } from "@/lib/kernel/env";
import { type ChainClient, chainClientOf } from "./client";
import { numberedByNode, untilMined } from "./send";
import { tokensOf } from "./tokens";

export const FAUCET_PRIVATE_KEY =
  "0x3f1a5b0c7d2e4f60819293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8";
/** Owns the tokens, and sends what nobody else is named for: not one of the addresses of the tests' phrase. */
export const FAUCET = privateKeyToAccount(FAUCET_PRIVATE_KEY);
const ENOUGH_WEI = 10n ** 24n;
const ENOUGH_MICRO = 10n ** 15n;
/** Far from the genesis, where nothing is left to go back to. */
const START_BLOCKS = 200;
/** Of the newest blocks the state can be asked for. */
const KEPT_STATES = 512;

const TOKEN = parseAbi([
  "function mint(address to, uint256 amount) returns (bool)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function balanceOf(address account) view returns (uint256)",
  "function pause()",
  "function unpause()",
  "function blacklist(address account)",
  "function unBlacklist(address account)",
]);
const BATCH = parseAbi(["function run(address[] targets, bytes[] calls)"]);
const BATCH_ADDRESS: Address = "0x00000000000000000000000000000000000ba7c4";

/** A token by the name that the network has for it, or by the address of its contract. */
export type AnyToken = TokenName | Address;

export interface Movement {
  /** The faucet by default. Nobody's key is needed: the node signs for everyone. */
  from?: Address;
  to: Address;
  amountMicro: bigint;
  token?: AnyToken;
}

export interface StartChain {
  network?: Network;
  /** For CONFIRMATIONS_<CHAIN>; the network's own by default. */
  confirmations?: number;
  /** `manual`: nothing is mined before `mine` is called. */
  mining?: "auto" | "manual";
  /** `finalized` is twice as many blocks behind the head, `safe` once as many. */
  slotsInAnEpoch?: number;
  /** Where its time begins, before now; with each block it goes on by a second at least. */
  startedAgoS?: number;
}

export type TestChain = Awaited<ReturnType<typeof startChain>>;

/**
 * A local chain for this test file, of a network's real chain id, with test tokens at the real addresses; the service's
 * settings lead to it from now on. `stop` it in `afterAll`.
 */
export async function startChain({
  network = payoutNetwork("staging"),
  confirmations,
  mining = "auto",
  slotsInAnEpoch = 1,
  startedAgoS = 0,
}: StartChain = {}) {
  const folder = await mkdtemp(join(tmpdir(), "partner-wallet-chain-"));
  const node = await startNode({ network, folder, mining, slotsInAnEpoch, startedAgoS });
  const { client } = node;
  await client.setBalance({ address: FAUCET.address, value: ENOUGH_WEI });
  await client.setCode({
    address: BATCH_ADDRESS,
    bytecode: artifacts.contracts.TestBatch.deployedBytecode as Hex,
  });
  await client.request({ method: "anvil_autoImpersonateAccount", params: [true] } as never);
  const money = moves(client, network);
  for (const token of tokensOf(network)) await money.lay(token);
  await client.mine({ blocks: START_BLOCKS });

  const suffix = settingSuffix(network.chain);
  function pointTo(url: string | undefined): void {
    if (url === undefined) delete process.env[`RPC_URL_${suffix}`];
    else process.env[`RPC_URL_${suffix}`] = url;
    forgetEnv();
  }
  if (confirmations !== undefined) process.env[`CONFIRMATIONS_${suffix}`] = String(confirmations);
  pointTo(node.rpcUrl());

  return {
    network,
    client,
    faucet: FAUCET,
    get rpcUrl() {
      return node.rpcUrl();
    },
    /** Where the service finds this chain, as after an operator's change: a proxy, or nowhere. */
    pointTo,
    ...money,
    ...blocks(client),
    ...node.control,
    async stop() {
      await node.control.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface NodeOptions extends Required<Omit<StartChain, "confirmations">> {
  folder: string;
}

/** The node's process, which can be ended and begun again with its state, at the same URL. */
async function startNode({ network, folder, mining, slotsInAnEpoch, startedAgoS }: NodeOptions) {
  const args = ["--accounts", "0", "--hardfork", "cancun", "--no-request-size-limit"];
  // States of older blocks would be written to the home of whoever runs the tests, gigabytes of them.
  args.push("--prune-history", String(KEPT_STATES));
  args.push("--slots-in-an-epoch", String(slotsInAnEpoch));
  if (startedAgoS > 0)
    args.push("--timestamp", String(Math.floor(Date.now() / 1_000) - startedAgoS));
  if (mining === "manual") args.push("--no-mining");
  const start = (port: number) =>
    startAnvil({
      chainId: network.chainId,
      logFile: join(folder, "anvil.log"),
      args,
      port,
      ownGroup: false,
    });
  let anvil: RunningAnvil | undefined = await start(0);
  const url = anvil.rpcUrl;
  const client = chainClientOf(url);
  let state: Hex | undefined;

  async function kill(): Promise<void> {
    const ending = anvil;
    anvil = undefined;
    await ending?.kill();
  }
  return {
    client,
    rpcUrl: () => url,
    control: {
      kill,
      /** The node goes away, knowing all that it knew. */
      async goDown(): Promise<void> {
        state = await client.request({ method: "anvil_dumpState", params: [] } as never);
        await kill();
      },
      /** And is there again, at the same URL. */
      async comeBack(): Promise<void> {
        anvil = await start(Number(new URL(url).port));
        if (state !== undefined) await client.loadState({ state });
        await client.request({ method: "anvil_autoImpersonateAccount", params: [true] } as never);
      },
    },
  };
}

/** Money and tokens. Each answers with the hash of its transaction; under `auto` it is mined by then. */
function moves(client: ChainClient, network: Network) {
  function addressOf(token: AnyToken): Address {
    if (token.startsWith("0x")) return token as Address;
    const found = findToken(network, token);
    if (!found) throw new Error(`${network.chain} has no ${token}`);
    return found.address;
  }
  async function send(from: Address, to: Address, data: Hex): Promise<Hash> {
    if (from !== FAUCET.address) await client.setBalance({ address: from, value: ENOUGH_WEI });
    const hash = await numberedByNode(client, { from, to, data, gas: toHex(2_000_000) });
    // The node answers first and mines then.
    if (await client.getAutomine()) await untilMined(client, hash);
    return hash;
  }
  const asOwner = (token: AnyToken, data: Hex) => send(FAUCET.address, addressOf(token), data);
  const transferData = ({ to, amountMicro }: Pick<Movement, "to" | "amountMicro">) =>
    encodeFunctionData({ abi: TOKEN, functionName: "transfer", args: [to, amountMicro] });
  const mintData = (to: Address, amountMicro: bigint) =>
    encodeFunctionData({ abi: TOKEN, functionName: "mint", args: [to, amountMicro] });

  return {
    tokenAddress: addressOf,
    mint: (to: Address, amountMicro: bigint, token: AnyToken = "usdc") =>
      asOwner(token, mintData(to, amountMicro)),
    /** A transfer by `from`, which must have the amount; the faucet has plenty. */
    transfer: ({ from, to, amountMicro, token = "usdc" }: Movement): Promise<Hash> =>
      send(from ?? FAUCET.address, addressOf(token), transferData({ to, amountMicro })),
    /** Several transfers in one transaction, in this order. All are of the one contract that makes them. */
    transferTogether(movements: Omit<Movement, "from">[]): Promise<Hash> {
      const targets = movements.map(({ token = "usdc" }) => addressOf(token));
      const data = encodeFunctionData({
        abi: BATCH,
        functionName: "run",
        args: [targets, movements.map(transferData)],
      });
      return send(FAUCET.address, BATCH_ADDRESS, data);
    },
    balanceOf: (account: Address, token: AnyToken = "usdc"): Promise<bigint> =>
      client.readContract({
        abi: TOKEN,
        address: addressOf(token),
        functionName: "balanceOf",
        args: [account],
      }),
    setPaused: (paused: boolean, token: AnyToken = "usdc") =>
      asOwner(
        token,
        encodeFunctionData({ abi: TOKEN, functionName: paused ? "pause" : "unpause" }),
      ),
    setBlocklisted(account: Address, blocked: boolean, token: AnyToken = "usdc"): Promise<Hash> {
      const functionName = blocked ? "blacklist" : "unBlacklist";
      return asOwner(token, encodeFunctionData({ abi: TOKEN, functionName, args: [account] }));
    },
    setBalanceOfNative: (address: Address, wei: bigint) =>
      client.setBalance({ address, value: wei }),
    /** Puts a token of any looks at an address, with plenty for the faucet. At another than the real one it is worth nothing. */
    async lay({ address, ...looks }: Partial<TestToken> & { address: Address }): Promise<void> {
      const token = { name: "USD Coin", symbol: "USDC", version: "2", ...looks, address };
      const rpcUrl = client.transport.url ?? "";
      await deployTokens({ rpcUrl, owner: FAUCET.address, tokens: [token] });
      for (const holder of [FAUCET.address, BATCH_ADDRESS])
        await asOwner(address, mintData(holder, ENOUGH_MICRO));
      await client.mine({ blocks: 1 });
    },
  };
}

/** Blocks and time. */
function blocks(client: ChainClient) {
  return {
    mine: (count = 1): Promise<void> => client.mine({ blocks: count }),
    /**
     * Replaces the newest blocks by as many others. Their transactions are gone, but for those that `kept` names with the
     * number of the new block that they stand in, the first being 0: with the same hash, whoever sent them.
     */
    async reorg(depth: number, kept: [hash: Hash, block: number][] = []): Promise<void> {
      const moved = [];
      for (const [hash, block] of kept) moved.push([await again(client, hash), block]);
      await client.request({ method: "anvil_reorg", params: [depth, moved] } as never);
    },
    /** Takes a transaction that waits out of the node's pool; whether it was there. */
    drop: async (hash: Hash): Promise<boolean> =>
      (await client.request({ method: "anvil_dropTransaction", params: [hash] } as never)) !== null,
    setMining: (mining: "auto" | "manual") => client.setAutomine(mining === "auto"),
    /** The next block is so much later. */
    increaseTime: async (seconds: number): Promise<void> => {
      await client.increaseTime({ seconds });
    },
    setNextBaseFee: (wei: bigint) => client.setNextBlockBaseFeePerGas({ baseFeePerGas: wei }),
    snapshot: () => client.snapshot(),
    revertTo: (id: Hex) => client.revert({ id }),
    headNumber: () => client.getBlockNumber({ cacheTime: 0 }),
  };
}

/** A transaction as the node takes it a second time: by its bytes, or by its fields if nobody signed it. */
async function again(client: ChainClient, hash: Hash): Promise<unknown> {
  const sent = await client.getTransaction({ hash });
  if (BigInt(sent.r) !== 0n)
    return client.request({ method: "eth_getRawTransactionByHash", params: [hash] } as never);
  return {
    from: sent.from,
    to: sent.to,
    data: sent.input,
    nonce: toHex(sent.nonce),
    gas: toHex(sent.gas),
    value: toHex(sent.value),
    maxFeePerGas: toHex(sent.maxFeePerGas ?? 0n),
    maxPriorityFeePerGas: toHex(sent.maxPriorityFeePerGas ?? 0n),
  };
}
