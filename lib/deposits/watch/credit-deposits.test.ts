import "@/test/database";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChain, type TestChain } from "@/test/chain";
import { creditedTo, cursorOf, depositsOf, look, openAlerts } from "@/test/chain/deposits";
import { ownerUrl } from "@/test/database/owner-url";
import { balancesOf, bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makeApprovedUser, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { anId, TIMESTAMP } from "@/test/http/expect-answer";

const CONFIRMATIONS = 3;
const SENDER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

let chain: TestChain;
beforeAll(async () => {
  chain = await startChain({ confirmations: CONFIRMATIONS });
});
afterAll(async () => {
  await chain.stop();
  await endTests();
});

async function makeEmptyPartner() {
  const partner = await makePartner({ balanceUsd: 0 });
  return { ...partner, address: partner.walletAddress as `0x${string}` };
}

async function cryptoCardOf(partner: { partnerId: string; apiKey: string; walletAddress: string }) {
  await chain.transfer({ to: partner.walletAddress as `0x${string}`, amountMicro: 5_000_000n });
  await chain.mine(CONFIRMATIONS);
  await look(chain);
  const userId = await makeApprovedUser(partner);
  const cardId = await makeCard(partner, { fundingType: "crypto", userId });
  const { depositAddress } = (await clientOf(partner).getCard(cardId)).json.data;
  return { userId, cardId, address: depositAddress as `0x${string}` };
}

test("a transfer is credited once at the network's depth, with the event of the spec", async () => {
  const partner = await makeEmptyPartner();
  await chain.mint(SENDER, 12_345_678n);
  const txHash = await chain.transfer({
    from: SENDER,
    to: partner.address,
    amountMicro: 12_345_678n,
  });
  for (let depth = 1; depth < CONFIRMATIONS; depth++) {
    await look(chain);
    expect(await walletOf(partner.partnerId)).toBe(0);
    expect(await eventsOf(partner.partnerId)).toEqual([]);
    await chain.mine();
  }
  expect(await look(chain)).toMatchObject({ credited: 1, suspended: 0, orphaned: 0 });
  for (let again = 0; again < 3; again++) {
    await chain.mine();
    expect(await look(chain)).toMatchObject({ credited: 0 });
  }
  expect(await walletOf(partner.partnerId)).toBe(12.345678);
  expect(await eventsOf(partner.partnerId)).toStrictEqual([
    {
      event: "wallet.deposit.crypto",
      timestamp: TIMESTAMP,
      data: {
        partnerId: partner.partnerId,
        amount: 12.345678,
        txHash,
        chain: "base-sepolia",
        token: "usdc",
        fromAddress: SENDER,
        toAddress: partner.walletAddress,
      },
    },
  ]);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("each transfer of one transaction is credited to its recipient, also equal ones", async () => {
  const [first, second] = [await makeEmptyPartner(), await makeEmptyPartner()];
  const txHash = await chain.transferTogether([
    { to: first.address, amountMicro: 1_000_000n },
    { to: SENDER, amountMicro: 7_000_000n },
    { to: second.address, amountMicro: 2_000_000n },
    { to: first.address, amountMicro: 0n },
    { to: first.address, amountMicro: 1_000_000n },
  ]);
  await chain.mine(CONFIRMATIONS);
  expect(await look(chain)).toMatchObject({ credited: 3 });
  expect(await walletOf(first.partnerId)).toBe(2);
  expect(await walletOf(second.partnerId)).toBe(2);
  const rows = (await depositsOf(chain)).filter((row) => row.txHash === txHash);
  expect(rows.map(({ ordinal }) => ordinal).sort()).toEqual([0, 2, 4]);
});

test("a zero transfer, a failed transaction and a fake token create no deposit and no event", async () => {
  const partner = await makeEmptyPartner();
  const impostor = "0x00000000000000000000000000000000000bad01";
  await chain.lay({ address: impostor });
  await chain.transfer({ to: partner.address, amountMicro: 5_000_000n, token: impostor });
  await chain.transfer({ to: partner.address, amountMicro: 0n });
  const failed = await chain.transfer({
    from: SENDER,
    to: partner.address,
    amountMicro: 9n ** 20n,
  });
  expect((await chain.client.getTransactionReceipt({ hash: failed })).status).toBe("reverted");
  await chain.mine(CONFIRMATIONS);
  expect(await look(chain)).toMatchObject({ credited: 0, suspended: 0 });
  expect(await walletOf(partner.partnerId)).toBe(0);
  expect(await eventsOf(partner.partnerId)).toEqual([]);
});

test("a crypto card is credited, active or frozen, with every field of its event", async () => {
  const partner = await makeEmptyPartner();
  const { cardId, userId, address } = await cryptoCardOf(partner);
  const client = clientOf(partner);
  const wallet = await walletOf(partner.partnerId);
  const txHash = await chain.transfer({ to: address, amountMicro: 40_500_000n });
  await chain.mine(CONFIRMATIONS);
  await look(chain);
  await client.switchCard(cardId, "freeze");
  await chain.transfer({ to: address, amountMicro: 1_000_000n });
  await chain.mine(CONFIRMATIONS);
  await look(chain);

  expect(await balancesOf(cardId)).toEqual({ available: 41.5, held: 0, wallet });
  const events = await eventsOf(partner.partnerId, "card.deposit.crypto");
  expect(events).toHaveLength(2);
  expect(events[0]).toStrictEqual({
    event: "card.deposit.crypto",
    timestamp: TIMESTAMP,
    data: {
      partnerId: partner.partnerId,
      amount: 40.5,
      txHash,
      chain: "base-sepolia",
      token: "usdc",
      fromAddress: chain.faucet.address,
      toAddress: address,
      serviceCardId: cardId,
      serviceId: userId,
      serviceTransactionId: anId("dep"),
    },
  });
  const list = await client.listCardTransactions({ serviceCardId: cardId });
  expect(list.json.data.transactions).toEqual([]);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("a deposit for a terminated card or deleted user goes to suspense with an alert and no event", async () => {
  const partner = await makeEmptyPartner();
  const { cardId, userId, address } = await cryptoCardOf(partner);
  await clientOf(partner).terminate(cardId);
  const before = {
    wallet: await walletOf(partner.partnerId),
    events: await eventsOf(partner.partnerId),
  };
  await chain.transfer({ to: address, amountMicro: 3_000_000n });
  await chain.mine(CONFIRMATIONS);
  expect(await look(chain)).toMatchObject({ credited: 0, suspended: 1 });
  await sql("UPDATE users SET deleted_at = now(), email_key = NULL WHERE id = $1", [userId]);
  await chain.transfer({ to: address, amountMicro: 4_000_000n });
  await chain.mine(CONFIRMATIONS);
  expect(await look(chain)).toMatchObject({ credited: 0, suspended: 1 });

  expect(await walletOf(partner.partnerId)).toBe(before.wallet);
  expect(await eventsOf(partner.partnerId)).toEqual(before.events);
  const [{ suspense }] = await sql(
    "SELECT sum(amount_micro_usd)::int AS suspense FROM ledger.entries WHERE account_id = 'suspense'",
  );
  expect(suspense).toBe(7_000_000);
  const alerts = (await openAlerts()).filter(({ kind }) => kind === "deposit_suspense");
  expect(alerts).toHaveLength(2);
  expect(alerts[0]?.text).toMatch(new RegExp(`^3\\.00 USDC on base-sepolia .*${cardId}`));
});

test("an address that is created between two polls is included in the second one", async () => {
  await look(chain);
  const { block } = await cursorOf(chain);
  const partner = await makeEmptyPartner();
  const txHash = await chain.transfer({ to: partner.address, amountMicro: 1n });
  await chain.mine(CONFIRMATIONS);
  await look(chain);
  expect((await cursorOf(chain)).block).toBeGreaterThan(block);
  expect(await creditedTo(partner.partnerId)).toEqual([txHash]);
});

test("many deposits are credited in several commits, and an interrupted run is continued", async () => {
  const partner = await makeEmptyPartner();
  for (let i = 0; i < 5; i++) {
    await chain.transferTogether(
      Array.from({ length: 90 }, () => ({ to: partner.address, amountMicro: 1_000_000n })),
    );
  }
  await chain.transferTogether([{ to: partner.address, amountMicro: 777n }]);
  await chain.mine(CONFIRMATIONS + 64);
  const before = await cursorOf(chain);
  await sql(`CREATE FUNCTION refuse_777() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.amount_micro_usd = 777 THEN RAISE EXCEPTION 'not now'; END IF; RETURN NEW; END $$`);
  await sql(
    "CREATE TRIGGER refuse BEFORE INSERT ON deposits FOR EACH ROW EXECUTE FUNCTION refuse_777()",
  );
  await expect(look(chain)).rejects.toThrow("not now");
  const half = await walletOf(partner.partnerId);
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(450);
  expect(await cursorOf(chain)).toEqual(before);
  await sql("DROP TRIGGER refuse ON deposits");
  await look(chain);
  expect(await walletOf(partner.partnerId)).toBe(450.000777);
  expect(await creditedTo(partner.partnerId)).toHaveLength(451);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("a card that is terminated between the decision and the commit sends its deposit to suspense", async () => {
  const partner = await makeEmptyPartner();
  const { cardId, address } = await cryptoCardOf(partner);
  await chain.transfer({ to: address, amountMicro: 1_000_000n });
  await chain.mine(CONFIRMATIONS);
  const other = new pg.Client({ connectionString: ownerUrl() });
  await other.connect();
  await other.query("BEGIN");
  await other.query("SELECT FROM ledger.accounts WHERE id = $1 FOR UPDATE", [`card:${cardId}`]);
  const looking = look(chain);
  await expect
    .poll(() =>
      sql(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      ),
    )
    .toHaveLength(1);
  await other.query(
    "UPDATE cards SET status = 'terminated', terminated_at = now(), version = version + 1 WHERE id = $1",
    [cardId],
  );
  await other.query("COMMIT");
  await other.end();
  expect(await looking).toMatchObject({ credited: 0, suspended: 1 });
  expect((await balancesOf(cardId)).available).toBe(0);
  expect(await eventsOf(partner.partnerId, "card.deposit.crypto")).toEqual([]);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});
