import { randomBytes } from "node:crypto";
import { NETWORKS } from "@/lib/chain/networks";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { EventData, EventType } from "./events";
import { eventExamples } from "./examples";

const TX_HASH_BYTES = 32;
const DEPOSIT_ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

/** Builds an event's data with sample values and unique ids, and the id of its resource. */
export function exampleEvent<Type extends EventType>(
  partnerId: string,
  type: Type,
): { resourceId: string; data: EventData[Type] } {
  const [network] = NETWORKS[env().SERVICE_ENVIRONMENT];
  if (!network) throw new Error("no network is supported");
  const serviceId = newId("usr");
  const serviceTransactionId = newId("txn");
  const withdrawalId = newId("wd");
  const depositId = newId("dep");
  const examples = eventExamples({
    partnerId,
    serviceId,
    serviceCardId: newId("card"),
    serviceTransactionId,
    withdrawalId,
    depositId,
    txHash: `0x${randomBytes(TX_HASH_BYTES).toString("hex")}`,
    // Receivers ignore deposits of a network that they do not support.
    chain: network.chain,
    depositAddress: DEPOSIT_ADDRESS,
  });
  const resources: Record<EventType, string> = {
    "user.kyc-event": serviceId,
    "card.transaction-event": serviceTransactionId,
    "wallet.deposit.crypto": depositId,
    "wallet.deposit.card-withdrawal": serviceTransactionId,
    "wallet.withdrawal.crypto": withdrawalId,
    "card.deposit.crypto": depositId,
  };
  const [data] = Object.values<EventData[Type]>(examples[type]);
  if (!data) throw new Error(`there is no example of ${type}`);
  return { resourceId: resources[type], data };
}
