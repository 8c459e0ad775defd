import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { HOUR_MS } from "@/lib/kernel/durations";
import { atSimulatedTime } from "@/lib/kernel/simulated-time";
import { endTests, makeCard, makePartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";

afterAll(endTests);

const START_MS = Date.parse("2026-08-01T00:00:00.000Z");

test("wallet transactions of calls at different simulated times are listed newest first", async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  const client = clientOf(partner);
  const cards = await Promise.all(
    Array.from({ length: 20 }, () => makeCard(partner, { amountUsd: 10 })),
  );
  // The later half of the times starts first. Calls that start together share a group commit.
  const hours = cards.map((_, index) => (index + 10) % 20);
  await Promise.all(
    cards.map((serviceCardId, index) =>
      atSimulatedTime(new Date(START_MS + (hours[index] ?? 0) * HOUR_MS), () =>
        client.withdraw({ serviceCardId, amount: 5, reference: "back" }),
      ),
    ),
  );
  const { transactions } = (
    await client.listWalletTransactions({ sort: "oldest", limit: cards.length })
  ).json.data;
  const hourOf = ({ createdAt }: { createdAt: string }) =>
    Math.floor((Date.parse(createdAt) - START_MS) / HOUR_MS);
  expect(transactions.map(hourOf)).toEqual(cards.map((_, hour) => hour));
});
