import { expect, test } from "vitest";
import { sampleCardholder } from "@/test/fixtures/sample-cardholder";
import { startLithic } from "@/test/providers/lithic";
import { lithicIssuer } from ".";

test("a request for a card gets one after an error of Lithic that left none", async () => {
  const lithic = await startLithic();
  const issuer = lithicIssuer({
    apiKey: lithic.apiKey,
    environment: "sandbox",
    baseUrl: lithic.url,
    countries: ["US"],
    cardProgramToken: undefined,
    exemption: { type: "PREPAID_CARD_USER" },
  });
  const cardholder = sampleCardholder();
  const cardholderId = await issuer.createCardholder(cardholder);
  const issue = (cardId: string) =>
    issuer.issueCard({ requestKey: "key", cardId, cardholderId, cardholder, at: new Date() });
  lithic.failNext({ kind: "fail after success", status: 500 }, { operation: "POST /v1/cards" });
  await expect(issue("card_1")).rejects.toMatchObject({ name: "ProviderUnavailable" });
  lithic.state.cards.clear();
  const { issuerCardId } = await issue("card_2");
  expect((await issue("card_3")).issuerCardId).toBe(issuerCardId);
  expect(lithic.state.cards.size).toBe(1);
  await lithic.stop();
});
