import type { TokenName } from "@/lib/chain/networks";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { Owner } from "./owner";

interface EventTransfer {
  chain: string;
  token: TokenName;
  txHash: string;
  amountMicroUsd: bigint;
  fromAddress: string;
}

/** The data of a deposit's event. Source: spec: `wallet.deposit.crypto` data. */
export function depositEventData(
  { chain, token, txHash, amountMicroUsd, fromAddress }: EventTransfer,
  { partnerId, address }: Pick<Owner, "partnerId" | "address">,
) {
  return {
    partnerId,
    amount: usdFromMicroUsd(amountMicroUsd),
    txHash,
    chain,
    token,
    fromAddress,
    toAddress: address,
  };
}
