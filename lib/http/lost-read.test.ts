import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnyContract } from "@/lib/contract/contract";
import { disconnect, openConnections } from "@/lib/db";
import { ANY_STATEMENT, startPooler } from "@/test/database/pooler";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makeOperator, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { everyContract, handlerOfContract } from "@/test/http/every-contract";

let partner: TestPartner;
let owner: Browser;
let administrator: Browser;
let pooler: Awaited<ReturnType<typeof startPooler>>;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  const { partnerId } = partner;
  owner = await signedIn(await makePerson({ partnerId, role: "owner" }));
  ({ browser: administrator } = await makeOperator());
  pooler = await startPooler();
  // After it, so that nothing in the background opens a direct connection in between.
  await disconnect();
  await openConnections();
});
afterAll(async () => {
  await pooler.stop();
  await endTests();
});

const UNCUT = 999;

/** Sends a request, and returns its status and the number of its statements. */
async function counted(send: () => Promise<{ status: number }>) {
  const cut = pooler.cutConnections({
    text: ANY_STATEMENT,
    when: "after",
    times: 1,
    skipped: UNCUT,
  });
  const { status } = await send();
  return { status, count: UNCUT - (cut.skipped ?? 0) };
}

const isRead = ({ method, path }: AnyContract) => method === "GET" && !path.includes("{");
const reads = (await everyContract()).filter(isRead);
const readsOf = (...audiences: AnyContract["audience"][]) =>
  reads.filter(({ audience }) => audiences.includes(audience));

describe("a request that reads, and loses the connection of one of its statements", () => {
  test.each([
    ...readsOf(undefined, "dashboard", "account").map((contract) => ({ by: "owner", contract })),
    ...readsOf("admin").map((contract) => ({ by: "administrator", contract })),
  ])(
    "$contract.id by an $by gets the response that it gets otherwise",
    async ({ by, contract }) => {
      const handler = await handlerOfContract(contract);
      const send = () => (by === "owner" ? owner : administrator).call(handler);
      // The first time it also reads what the process keeps.
      await send();
      const { status, count } = await counted(send);
      const skipped = Math.ceil(count / 2) - 1;
      const cut = pooler.cutConnections({ text: ANY_STATEMENT, when: "after", times: 1, skipped });
      expect((await send()).status, `without statement ${skipped + 1} of ${count}`).toBe(status);
      expect(cut.times).toBe(0);
    },
  );
});

test("a request that reads and loses three connections is answered with 503", async () => {
  const client = clientOf(partner);
  const filtered = { search: "ama", limit: 1 };
  expect((await client.listCards(filtered)).status).toBe(200);
  const cut = pooler.cutConnections({ text: "find_cards", when: "before", times: 4 });
  expect((await client.listCards(filtered)).status).toBe(503);
  expect(cut.times).toBe(1);
});

test("a lookup of a request that reads is sent three times too, and not three times for each repeat", async () => {
  const client = clientOf(partner);
  const card = await makeCard(partner, { amountUsd: 10 });
  expect((await client.getCard(card)).status).toBe(200);
  const cut = pooler.cutConnections({ text: "find_cards", when: "before", times: 9 });
  expect((await client.getCard(card)).status).toBe(503);
  expect(cut.times).toBe(6);
  pooler.cutConnections({ text: "find_cards", when: "before", times: 0 });
});

test("a request that reads and is repeated counts once for the rate limit", async () => {
  const limited = await makePartner({ balanceUsd: 0 });
  await sql("UPDATE partners SET requests_per_s = 1, request_burst = 1 WHERE id = $1", [
    limited.partnerId,
  ]);
  const cut = pooler.cutConnections({ text: "find_cards", when: "before", times: 1 });
  expect((await clientOf(limited).listCards({ search: "ama" })).status).toBe(200);
  expect(cut.times).toBe(0);
});

test("a request that changes something without a key is not repeated", async () => {
  const client = clientOf(partner);
  const card = await makeCard(partner, { amountUsd: 10 });
  const before = await walletOf(partner.partnerId);
  const cut = pooler.cutConnections({ text: "commit_change_set", when: "after", times: 2 });
  expect((await client.authorize(card, { amount: 3 })).status).toBe(503);
  expect(cut.times).toBe(1);
  expect(await walletOf(partner.partnerId)).toBe(before);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});
