import "@/test/database";
import { settledPurchase } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { testDisputeContract } from "@/test/providers/dispute-contract";
import { sandboxDisputes, setSandboxOutcome } from ".";

testDisputeContract("the sandbox", async () => {
  const partner = await makePartner();
  const cardId = await makeCard(partner, { amountUsd: 1_000 });
  const decide = async (id: string, outcome: "won" | "lost") => {
    const { issuerTransactionId, amountMicroUsd } = await sandboxDisputes.findDispute(id);
    const disputed = { transactionId: issuerTransactionId, amountMicroUsd };
    await setSandboxOutcome(disputed, new Date(), outcome);
  };
  return {
    disputes: sandboxDisputes,
    countDisputes: async () => {
      const [{ number }] = await sql("SELECT count(*)::int AS number FROM sandbox_disputes");
      return number;
    },
    purchase: () => settledPurchase(partner, cardId, 12.5),
    letSubmit: async () => undefined,
    win: (id) => decide(id, "won"),
    lose: (id) => decide(id, "lost"),
    stop: endTests,
  };
});
