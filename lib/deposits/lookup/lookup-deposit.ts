import { confirmationsOf } from "@/lib/chain/confirmations-of";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { findNetwork } from "@/lib/chain/find-network";
import { NETWORKS, type Network } from "@/lib/chain/networks";
import type { Hex } from "@/lib/chain/read/reply-fields";
import type { Data } from "@/lib/contract/contract";
import type { UseCase } from "@/lib/contract/use-cases";
import { findOwners } from "@/lib/deposits/credit/store";
import type { TokenTransfer } from "@/lib/deposits/credit/transfer";
import { findCursor } from "@/lib/deposits/watch/store";
import { env } from "@/lib/kernel/env";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import type { TransactionCode } from "../codes";
import type { lookupDepositContract } from "../contract";
import { listDepositsOf } from "../store";
import { askChain, type ChainAnswer } from "./ask-chain";
import { explainTransfers } from "./explain-transfers";
import { type Facts, TEXTS } from "./texts";

type Found = Data<typeof lookupDepositContract>;

interface Look {
  partnerId: string;
  network: Network;
  txHash: Hex;
  facts: Facts;
  answer: ChainAnswer;
}

const networks = () => NETWORKS[env().SERVICE_ENVIRONMENT];
const listed = (names: readonly string[]) => names.join(", ").replace(/, ([^,]*)$/, " and $1");

function factsOf(network: Network, answer: ChainAnswer): Facts {
  const isMined = answer.state === "mined";
  const depth = isMined ? Number(answer.headNumber - answer.mined.blockNumber) + 1 : 0;
  return {
    chain: network.chain,
    confirmations: Math.max(0, depth),
    requiredConfirmations: confirmationsOf(network),
    tokens: listed(network.tokens.map(({ token }) => token)),
    chains: listed(networks().map(({ chain }) => chain)),
  };
}

/**
 * Selects the partner's own addresses. The response must not disclose whether an address belongs to another partner.
 */
async function ownAmong(partnerId: string, addresses: readonly string[]) {
  const owners = await findOwners(addresses);
  const own = [...owners].filter(([, owner]) => owner.partnerId === partnerId);
  return new Map(own.map(([address, { card }]) => [address, { cardId: card?.id ?? null }]));
}

/** Searches the other chains when the transaction is unknown on the requested chain. */
async function findElsewhere(network: Network, txHash: Hex): Promise<string | undefined> {
  const others = networks().filter(({ chain }) => chain !== network.chain);
  const answers = await Promise.all(others.map((other) => askChain(other, txHash)));
  return others.find((_, index) => /mined|pending/.test(answers[index]?.state ?? ""))?.chain;
}

/** Returns the reason why a mined transaction has no transfer to explain. */
async function noTransfer({ partnerId, answer }: Look): Promise<TransactionCode> {
  if (answer.state !== "mined") return "not_found";
  if (answer.mined.status === "0x0") return "transaction_failed";
  const { to, value = 0n } = answer.sent ?? {};
  const own = to && value > 0n ? await ownAmong(partnerId, [to]) : new Map();
  return own.size > 0 ? "native_coin" : "no_transfers";
}

async function transactionCode(look: Look): Promise<{ code: TransactionCode; foundOn?: string }> {
  const { answer, network, txHash } = look;
  if (answer.state === "unreachable") return { code: "chain_unreachable" };
  if (answer.state === "pending") return { code: "not_mined" };
  if (answer.state === "mined") return { code: await noTransfer(look) };
  const foundOn = await findElsewhere(network, txHash);
  return foundOn ? { code: "found_on_other_chain", foundOn } : { code: "not_found" };
}

async function transfersFor({ partnerId, network, txHash, facts, answer }: Look) {
  const transfers: TokenTransfer[] = answer.state === "mined" ? answer.mined.transfers : [];
  const own = await ownAmong(
    partnerId,
    transfers.map(({ toAddress }) => toAddress),
  );
  // The cursor is read first: deposits credited up to the cursor are then in the list of deposits.
  const cursor = await findCursor(network.chain);
  const deposits = await listDepositsOf(partnerId, network.chain, txHash);
  const isRead =
    answer.state === "mined" && (cursor?.blockNumber ?? -1n) >= answer.mined.blockNumber;
  return explainTransfers({ network, facts, transfers, deposits, own, isRead });
}

async function explain(look: Look): Promise<Omit<Found, "chain" | "txHash" | "explorerUrl">> {
  const { facts, answer } = look;
  const transfers = await transfersFor(look);
  const depth =
    answer.state === "mined"
      ? { confirmations: facts.confirmations, requiredConfirmations: facts.requiredConfirmations }
      : {};
  const [first] = transfers;
  if (first) return { code: first.code, text: first.text, ...depth, transfers };
  const { code, foundOn } = await transactionCode(look);
  const text = TEXTS[code]({ ...facts, foundOn });
  return { code, text, ...(foundOn ? { foundOn } : {}), ...depth, transfers };
}

/**
 * Explains why a transfer was or was not credited, from the chain and the deposits. Changes nothing, and holds no
 * database connection while it waits for the node.
 */
export const lookupDeposit: UseCase<typeof lookupDepositContract> = async ({ partner, input }) => {
  await limitRate(`deposit-lookup:${partner.id}`, RATE_LIMITS.depositLookup);
  const { chain } = input.body;
  const txHash = input.body.txHash.toLowerCase() as Hex;
  const environment = env().SERVICE_ENVIRONMENT;
  const network = findNetwork(environment, chain);
  if (!network) {
    const chains = listed(networks().map((each) => each.chain));
    const facts = { chain, chains, tokens: "", confirmations: 0, requiredConfirmations: 0 };
    const code = "chain_not_supported";
    return { chain, txHash, code, text: TEXTS[code](facts), transfers: [] };
  }
  const answer = await askChain(network, txHash);
  const facts = factsOf(network, answer);
  const explained = await explain({ partnerId: partner.id, network, txHash, facts, answer });
  const url = explorerUrl(environment, chain, txHash);
  return { chain, txHash, ...(url ? { explorerUrl: url } : {}), ...explained };
};
