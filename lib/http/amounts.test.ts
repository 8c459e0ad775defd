import "@/test/database";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { amountUsd } from "@/lib/contract/fields";
import { bookFaults } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { amountOf, jsonAmountText, NOTORIOUS } from "@/test/http/json-numbers";
import { rounds } from "@/test/rounds";
import { readBody } from "./read-body";

const RUNS = rounds(7_000, 100_000);

/** Threat 3: a number is either exact, by the text that the client wrote, or refused. */
const LIMITS = [
  {
    name: "Fund Card",
    min: 5_000_000n,
    max: 10_000_000_000n,
    field: amountUsd({ min: 5, max: 10_000 }),
  },
  {
    name: "Create Card",
    min: 1n,
    max: 10_000_000_000n,
    field: amountUsd({ above: 0, max: 10_000 }),
  },
  {
    name: "Create Withdrawal",
    min: 5_000_000n,
    max: 1_000_000_000_000_000n,
    field: amountUsd({ min: 5 }),
  },
];

async function parsedAmount(field: (typeof LIMITS)[number]["field"], text: string) {
  const request = new Request("http://127.0.0.1/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `{"amount":${text}}`,
  });
  const parsed = field.safeParse((await readBody(request)).amount);
  return parsed.success ? parsed.data : null;
}

describe.each(LIMITS)("the amount of $name", ({ min, max, field }) => {
  test("is exact or refused for each notorious text", async () => {
    for (const text of NOTORIOUS)
      expect(await parsedAmount(field, text), text).toBe(amountOf(text, min, max));
  });

  test(`is exact or refused for ${RUNS} generated texts`, async () => {
    await fc.assert(
      fc.asyncProperty(jsonAmountText, async (text) => {
        expect(await parsedAmount(field, text), text).toBe(amountOf(text, min, max));
      }),
      { numRuns: RUNS },
    );
  });
});

describe("through the route", () => {
  let partner: TestPartner;
  let serviceCardId: string;
  beforeAll(async () => {
    partner = await makePartner({ balanceUsd: 20_000_000 });
    serviceCardId = await makeCard(partner, { amountUsd: 1 });
  });
  afterAll(endTests);

  const walletMicroUsd = async (): Promise<bigint> => {
    const rows = await sql(
      "SELECT balance_micro_usd::text AS b FROM ledger.accounts WHERE id = $1",
      [`wallet:${partner.partnerId}`],
    );
    return BigInt(rows[0].b);
  };

  test("the wallet is debited by exactly the accepted amounts", async () => {
    const client = clientOf(partner);
    const before = await walletMicroUsd();
    let spent = 0n;
    const send = async (text: string) => {
      const answer = await client.fund(`{"serviceCardId":"${serviceCardId}","amount":${text}}`);
      const amount = amountOf(text, 5_000_000n, 10_000_000_000n);
      expect(answer.status, text).toBe(amount === null ? 400 : 200);
      spent += amount ?? 0n;
    };
    for (const text of NOTORIOUS) await send(text);
    await fc.assert(fc.asyncProperty(jsonAmountText, send), { numRuns: 400, endOnFailure: true });
    expect(before - (await walletMicroUsd())).toBe(spent);
    expect(spent).toBeGreaterThan(0n);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });
});
