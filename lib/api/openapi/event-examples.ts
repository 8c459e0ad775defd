import { eventExamples } from "@/lib/webhooks/examples";

/** Examples of each event's `data`, by name. */
export const EVENT_EXAMPLES = eventExamples({
  partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  serviceId: "usr_01k9x6m3q8e5t2v7w4y0z1a2b3",
  serviceCardId: "card_01k9x70c5r8e5t2v7w4y0z1a2b3",
  serviceTransactionId: "txn_01k9x71f8r8e5t2v7w4y0z1a2b3",
  withdrawalId: "wd_01k9x75d2r8e5t2v7w4y0z1a2b3",
  depositId: "dep_01k9x77e4r8e5t2v7w4y0z1a2b3",
  txHash: "0x9f2c4d1b7a8e6f5c3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5c4",
  chain: "base",
  depositAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
});
