import { ChainOffError } from "@/lib/chain/client";
import { FaucetError, sendFromFaucet } from "@/lib/chain/faucet";
import { findNetwork } from "@/lib/chain/find-network";
import { findToken } from "@/lib/chain/find-token";
import type { ChainAddress, Network, Token } from "@/lib/chain/networks";
import type { UseCase } from "@/lib/contract/use-cases";
import { env } from "@/lib/kernel/env";
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import type { simulateDepositContract } from "./contract";
import { findCardAddress, findWalletAddress } from "./store";

async function addressOf(partnerId: string, to: string): Promise<ChainAddress> {
  if (to === "wallet") return findWalletAddress(partnerId);
  const card = await findOrRefuse("card", to, "CARD_NOT_FOUND", () =>
    findCardAddress(partnerId, to),
  );
  if (card.address) return card.address;
  const isCryptoCard = "to must be wallet or a crypto card: a float card has no deposit address";
  throw new ValidationError([{ property: "to", constraints: { isCryptoCard } }]);
}

function pairOf(chain: string, name: string): { network: Network; token: Token } {
  const network = findNetwork(env().SERVICE_ENVIRONMENT, chain);
  const token = network && findToken(network, name);
  if (network && token) return { network, token };
  const isIn = `token must be one of ${network?.tokens.map((each) => each.token).join(", ")}`;
  throw new ValidationError([{ property: "token", constraints: { isIn } }]);
}

/** Explains to the caller why the faucet did not send; the caller is not at fault. */
function unavailable(error: unknown, chain: string): ServiceError {
  const isOurs = error instanceof FaucetError || error instanceof ChainOffError;
  const text = isOurs ? error.message : `The node of ${chain} did not take the transfer.`;
  return new ServiceError("SERVICE_UNAVAILABLE", {
    text,
    headers: { "Retry-After": "5" },
    cause: error,
  });
}

/**
 * Sends a real transfer from the faucet to the address of the wallet or of a card. The watcher credits it like any
 * other deposit. Source: design 8.
 * @throws ServiceError RATE_LIMITED if the partner asks too often. A request that is refused for its fields takes nothing.
 */
export const simulateDeposit: UseCase<typeof simulateDepositContract> = async ({
  partner,
  input,
}) => {
  const { to, amount, chain, token } = input.body;
  const pair = pairOf(chain, token);
  const payment = { ...pair, to: await addressOf(partner.id, to), amountMicroUsd: amount };
  await limitRate(`sandbox deposit ${partner.id}`, RATE_LIMITS.sandboxDeposit);
  try {
    return { txHash: await sendFromFaucet(payment) };
  } catch (error) {
    throw unavailable(error, chain);
  }
};
