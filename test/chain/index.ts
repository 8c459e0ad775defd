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
/** Owns the tokens and is the default sender. It is not an address of the tests' phrase. */
export const FAUCET = privateKeyToAccount(FAUCET_PRIVATE_KEY);
const ENOUGH_WEI = 10n ** 24n;
const ENOUGH_MICRO = 10n ** 15n;
/** Blocks that are mined at the start, so that a reorganization does not reach the genesis block. */
const START_BLOCKS = 200;
/** The number of newest blocks whose state the node keeps. */
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

/** A token by its name in the network, or by the address of its contract. */
export type AnyToken = TokenName | Address;

export interface Movement {
  /** The faucet by default. The node signs for any address, without its key. */
  from?: Address;
  to: Address;
  amountMicro: bigint;
  token?: AnyToken;
}

export interface StartChain {
  network?: Network;
  /** The value of CONFIRMATIONS_<CHAIN>; the network's default if undefined. */
  confirmations?: number;
  /** `manual`: no block is mined before `mine` is called. */
  mining?: "auto" | "manual";
  /** `safe` is this number of blocks behind the head, `finalized` twice as many. */
  slotsInAnEpoch?: number;
  /** The age of the chain's first block in seconds; each block is at least a second later than the one before. */
  startedAgoS?: number;
}

export type TestChain = Awaited<ReturnType<typeof startChain>>;

/**
 * Starts a local chain for this test file, with the network's real chain id and test tokens at the real addresses, and
 * points the service's settings to it. Call `stop` in `afterAll`.
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
  if (startedAgoS > 0) process.env.CHAIN_HEAD_MAX_AGE_S = String(startedAgoS + 86_400);
  pointTo(node.rpcUrl());

  return {
    network,
    client,
    faucet: FAUCET,
    get rpcUrl() {
      return node.rpcUrl();
    },
    /** Changes the service's URL of this chain, as an operator can: to a proxy, or to none. */
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

/** Starts the node's process, which can be stopped and restarted with its state at the same URL. */
async function startNode({ network, folder, mining, slotsInAnEpoch, startedAgoS }: NodeOptions) {
  const args = ["--accounts", "0", "--hardfork", "cancun", "--no-request-size-limit"];
  // Without this limit the node writes gigabytes of old states to the user's home folder.
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
      /** Saves the node's state and stops the node. */
      async goDown(): Promise<void> {
        state = await client.request({ method: "anvil_dumpState", params: [] } as never);
        await kill();
      },
      /** Restarts the node with the saved state at the same URL. */
      async comeBack(): Promise<void> {
        anvil = await start(Number(new URL(url).port));
        if (state !== undefined) await client.loadState({ state });
        await client.request({ method: "anvil_autoImpersonateAccount", params: [true] } as never);
      },
    },
  };
}

/**
 * Functions that move money and tokens. Each returns the hash of its transaction, which `auto` mining has mined by
 * then.
 */
function moves(client: ChainClient, network: Network) {
  function addressOf(token: AnyToken): Address {
    if (token.startsWith("0x")) return token as Address;
    const found = findToken(network, token);
    if (!found) throw new Error(`${network.chain} has no ${token}`);
    return found.address;
  }
  async function send(from: Address, to: Address, data: Hex, gas = 2_000_000): Promise<Hash> {
    if (from !== FAUCET.address) await client.setBalance({ address: from, value: ENOUGH_WEI });
    const hash = await numberedByNode(client, { from, to, data, gas: toHex(gas) });
    // The node responds before it has mined the transaction.
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
    /** Sends a transfer of `from`, which must have the amount; the faucet always has enough. */
    transfer: ({ from, to, amountMicro, token = "usdc" }: Movement): Promise<Hash> =>
      send(from ?? FAUCET.address, addressOf(token), transferData({ to, amountMicro })),
    /** Sends several transfers in one transaction, in this order. The sender of all is the contract that makes them. */
    transferTogether(movements: Omit<Movement, "from">[], gas?: number): Promise<Hash> {
      const targets = movements.map(({ token = "usdc" }) => addressOf(token));
      const data = encodeFunctionData({
        abi: BATCH,
        functionName: "run",
        args: [targets, movements.map(transferData)],
      });
      return send(FAUCET.address, BATCH_ADDRESS, data, gas);
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
    /**
     * Deploys a token with any name and symbol at an address, with a large amount for the faucet. At another address
     * than the real one the token is worthless.
     */
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

/** Functions that control blocks and time. */
function blocks(client: ChainClient) {
  return {
    mine: (count = 1): Promise<void> => client.mine({ blocks: count }),
    /**
     * Replaces the newest blocks by the same number of others. Their transactions are removed, except those in `kept`,
     * which keep their hash. `kept` has the index of the new block for each of them, from 0.
     */
    async reorg(depth: number, kept: [hash: Hash, block: number][] = []): Promise<void> {
      const moved = [];
      for (const [hash, block] of kept) moved.push([await again(client, hash), block]);
      await client.request({ method: "anvil_reorg", params: [depth, moved] } as never);
    },
    /** Removes a pending transaction from the node's pool; returns false if it was not pending. */
    drop: async (hash: Hash): Promise<boolean> =>
      (await client.request({ method: "anvil_dropTransaction", params: [hash] } as never)) !== null,
    setMining: (mining: "auto" | "manual") => client.setAutomine(mining === "auto"),
    /** Makes the next block later by this time. */
    increaseTime: async (seconds: number): Promise<void> => {
      await client.increaseTime({ seconds });
    },
    setNextBaseFee: (wei: bigint) => client.setNextBlockBaseFeePerGas({ baseFeePerGas: wei }),
    snapshot: () => client.snapshot(),
    revertTo: (id: Hex) => client.revert({ id }),
    headNumber: () => client.getBlockNumber({ cacheTime: 0 }),
  };
}

/**
 * Returns a transaction in the form in which the node accepts it again: its bytes, or its fields if it is not signed.
 */
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
