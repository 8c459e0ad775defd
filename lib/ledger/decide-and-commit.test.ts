import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import type { ChangeSet } from "./change-set";
import { decideAndCommit } from "./decide-and-commit";
import { fundingJournal } from "./journals";
import { Memory } from "./memory";

const USD = 1_000_000n;

let partnerId: string;
let cardId: string;

beforeAll(async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  ({ partnerId } = partner);
  cardId = await makeCard(partner);
});
afterAll(endTests);

const version = async (): Promise<number> => {
  const [row] = await sql("SELECT version FROM cards WHERE id = $1", [cardId]);
  return row.version;
};
function funding(amount: bigint): ChangeSet {
  const journal = fundingJournal({ sourceId: newId("txn"), partnerId }, cardId, amount);
  const listed = { partnerId, cardId, narration: "", createdAt: new Date() };
  return { journals: [journal], walletTransactions: [walletTransaction(journal, listed)] };
}

describe("a stale decision", () => {
  test("is read and decided again, and the last decision is committed", async () => {
    const before = await walletOf(partnerId);
    let stale = 3;
    const read = vi.fn(async () => (await version()) - (stale-- > 0 ? 1 : 0));
    const decide = vi.fn((seen: number) => ({
      changeSet: { ...funding(5n * USD), expect: { cards: { [cardId]: seen } } },
      result: seen,
    }));
    expect(await decideAndCommit(read, decide)).toBe(await version());
    expect(read).toHaveBeenCalledTimes(4);
    expect(decide).toHaveBeenCalledTimes(4);
    expect(await walletOf(partnerId)).toBe(before - 5);
  });

  test("ends with a refusal if the new state requires it", async () => {
    let balance = 2n * USD;
    const decision = decideAndCommit(
      async () => balance,
      (seen) => {
        balance = 0n;
        if (seen < USD) throw new ServiceError("INSUFFICIENT_WALLET_BALANCE");
        return { changeSet: funding(1_000_000n * USD), result: null };
      },
    );
    await expect(decision).rejects.toMatchObject({ code: "INSUFFICIENT_WALLET_BALANCE" });
  });

  test("fails with 503 and Retry-After after many attempts, without effect", async () => {
    const before = await walletOf(partnerId);
    const read = vi.fn(async () => null);
    const decision = decideAndCommit(read, () => ({
      changeSet: { ...funding(5n * USD), expect: { cards: { [cardId]: -1 } } },
      result: null,
    }));
    await expect(decision).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      status: 503,
      headers: { "Retry-After": expect.stringMatching(/^\d+$/) },
      cause: { name: "StaleDecision", cause: { code: "PW001" } },
    });
    expect(read.mock.calls.length).toBeGreaterThanOrEqual(10);
    expect(await walletOf(partnerId)).toBe(before);
  });
});

describe("any other error ends it immediately", () => {
  test("an error of the read, of the decision, or of a ledger rule", async () => {
    const fault = new Error("fault");
    const read = vi.fn(async () => null);
    const rejects = async (decision: Promise<unknown>, error: unknown) =>
      expect(decision).rejects.toMatchObject(error as object);
    await rejects(
      decideAndCommit(
        () => Promise.reject(fault),
        () => ({ changeSet: {}, result: null }),
      ),
      fault,
    );
    await rejects(
      decideAndCommit(read, () => {
        throw fault;
      }),
      fault,
    );
    const gift = { ...fundingJournal({ sourceId: "txn_1", partnerId }, cardId, USD), type: "gift" };
    await rejects(
      decideAndCommit(read, () => ({ changeSet: { journals: [gift] }, result: null })),
      { code: "PW003" },
    );
    expect(read).toHaveBeenCalledTimes(2);
  });
});

describe("with a memory", () => {
  const memory = new Memory<number>();
  const decideOn = (seen: number) => ({
    changeSet: { ...funding(USD), expect: { cards: { [cardId]: seen } } },
    result: seen,
  });

  test("reads once while the state is current", async () => {
    const read = vi.fn(version);
    const remembered = memory.of("reads once");
    for (let n = 0; n < 3; n++)
      expect(await decideAndCommit(read, decideOn, remembered)).toBe(await version());
    expect(read).toHaveBeenCalledTimes(1);
  });

  test("reads a stale state again and caches it", async () => {
    const read = vi.fn(version);
    const remembered = memory.of("stale");
    remembered.remember((await version()) + 7);
    for (let n = 0; n < 2; n++)
      expect(await decideAndCommit(read, decideOn, remembered)).toBe(await version());
    expect(read).toHaveBeenCalledTimes(1);
  });

  test("refuses only after a fresh read", async () => {
    const remembered = memory.of("refused");
    remembered.remember(-1);
    const decide = (seen: number) => {
      if (seen < 0) throw new ServiceError("CARD_ALREADY_FROZEN");
      return decideOn(seen);
    };
    expect(await decideAndCommit(version, decide, remembered)).toBe(await version());
    const refused = decideAndCommit(async () => -1, decide, memory.of("refused for good"));
    await expect(refused).rejects.toMatchObject({ code: "CARD_ALREADY_FROZEN" });
  });

  test("does not retry an internal error", async () => {
    const read = vi.fn(version);
    const remembered = memory.of("fault");
    remembered.remember(1);
    const gift = { ...fundingJournal({ sourceId: "txn_1", partnerId }, cardId, USD), type: "gift" };
    const decision = decideAndCommit(
      read,
      () => ({ changeSet: { journals: [gift] }, result: null }),
      remembered,
    );
    await expect(decision).rejects.toMatchObject({ code: "PW003" });
    expect(read).not.toHaveBeenCalled();
  });
});

describe("many concurrent decisions on one card", () => {
  test("50 decisions guarded by the version all succeed, one after the other", async () => {
    const before = await walletOf(partnerId);
    const flip = () =>
      decideAndCommit(
        async () => {
          const [row] = await sql("SELECT status, version FROM cards WHERE id = $1", [cardId]);
          return row;
        },
        (card) => ({
          changeSet: {
            ...funding(USD),
            update: {
              cards: [
                {
                  id: cardId,
                  version: card.version,
                  set: { status: card.status === "active" ? "frozen" : "active" },
                },
              ],
            },
          },
          result: null,
        }),
      );
    const first = await version();
    for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 10 }, flip));
    expect(await version()).toBe(first + 50);
    expect(await walletOf(partnerId)).toBe(before - 50);
  });
});
