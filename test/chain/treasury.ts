import type { Address } from "viem";
import { chainSigner } from "@/lib/chain/signer/signer";
import { audit } from "@/lib/ledger";
import { sendOnChain } from "@/lib/treasury/payouts/send-on-chain";
import type { OnStep } from "@/lib/treasury/payouts/steps";
import { type ReconcileOptions, reconcile } from "@/lib/treasury/reconcile/reconcile";
import type { ChainOutcome, TokenReconciliation } from "@/lib/treasury/reconcile/reconciliation";
import { sweepOnChain } from "@/lib/treasury/sweeps/sweep-on-chain";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { expectKeptBooks } from "../database/expect-kept-books";
import { approveDirectly } from "../fixtures/approvals";
import { makePartner, sql, type TestPartner } from "../fixtures/make";
import { withdrawalsOf } from "../fixtures/withdrawals";
import { look } from "./deposits";
import { type StartChain, startChain } from "./index";
import { untilMined } from "./send";
import { anyAddress } from "./sending";

const MICRO = 1_000_000;
const GAS_WEI = 10n ** 20n;
const CONFIRMATIONS = 2;
/** The chain starts in the past, because tests advance its clock by days and its time must not be in the future. */
const STARTED_AGO_S = 60 * 86_400;

export const micro = (usd: number): bigint => BigInt(Math.round(usd * MICRO));

export interface StoredSweep {
  id: string;
  address: Address;
  micro: number;
  status: "pending" | "completed" | "expired";
  txHash: string | null;
}

export type TestTreasury = Awaited<ReturnType<typeof startTreasury>>;

/** Starts a chain with an empty treasury and a relayer with gas; all money comes from deposits. */
export async function startTreasury(options: StartChain = {}) {
  const chain = await startChain({
    confirmations: CONFIRMATIONS,
    startedAgoS: STARTED_AGO_S,
    ...options,
  });
  const { network } = chain;
  const keys = await chainSigner()?.addresses();
  if (!keys) throw new Error("the tests have no phrase");
  await chain.setBalanceOfNative(keys.relayer, GAS_WEI);
  await look(chain);

  const send = (onStep?: OnStep) =>
    sendOnChain(network, { end: endWithdrawal, ...(onStep && { onStep }) });
  const sweeps = (): Promise<StoredSweep[]> =>
    sql(
      `SELECT id, from_address AS address, amount_micro_usd::int AS micro, status, tx_hash AS "txHash"
       FROM sweeps ORDER BY id`,
    );

  return {
    chain,
    ...keys,
    send,
    /** Sends, and waits until the latest transaction is mined. */
    async sendUntilMined(): Promise<void> {
      await send();
      const [{ hash }] = await sql(
        "SELECT hash FROM relayer_transactions ORDER BY id DESC LIMIT 1",
      );
      await untilMined(chain.client, hash);
    },
    sweeps,
    sweep: () => sweepOnChain(network),
    /** Makes a deposit from the faucet, and waits until it is confirmed and credited. */
    async deposit(to: Address | string, usd: number, token: "usdc" | "usdt" | "usdc.e" = "usdc") {
      const hash = await chain.transfer({ to: to as Address, amountMicro: micro(usd), token });
      await chain.mine(CONFIRMATIONS);
      await look(chain);
      return hash;
    },
    /** Creates a partner whose wallet got this amount by one deposit. */
    async partnerWith(usd: number): Promise<TestPartner> {
      const partner = await makePartner({ balanceUsd: 0 });
      if (usd > 0) await this.deposit(partner.walletAddress, usd);
      return partner;
    },
    /** Alternately sends and mines until no sweep is pending and no withdrawal approved. */
    async settle(rounds = 12): Promise<void> {
      for (let round = 0; round < rounds; round++) {
        await send();
        await chain.mine();
        const open = await sql(
          "SELECT id FROM sweeps WHERE status = 'pending' UNION ALL SELECT id FROM withdrawals WHERE status = 'approved'",
        );
        if (open.length === 0) return;
      }
      throw new Error("what was under way did not end");
    },
    reconcile: async (
      options: ReconcileOptions = {},
    ): Promise<Extract<ChainOutcome, { tokens: unknown }> & Looked> => {
      await expectKeptBooks([-1n, 0n]);
      const found = await reconcile(options);
      const outcome = found.chains.find((each) => each.chain === network.chain);
      if (!outcome || !("tokens" in outcome)) throw new Error(`not looked at: ${outcome?.state}`);
      const token = outcome.tokens.find((each) => each.token === "usdc");
      if (!token) throw new Error("there is no usdc");
      return { ...outcome, isEqual: found.isEqual, usdc: token };
    },
    ...records(),
  };
}

interface Looked {
  /** Whether the books and the balances of all chains are equal. */
  isEqual: boolean;
  usdc: TokenReconciliation;
}

function records() {
  return {
    /** Creates an approved withdrawal to a new address. */
    async approved(partner: TestPartner, usd: number): Promise<{ id: string; to: Address }> {
      const to = anyAddress();
      const answer = await withdrawalsOf(partner).create({ amount: usd, toAddress: to });
      if (answer.status !== 200) throw new Error(`no withdrawal: ${JSON.stringify(answer.json)}`);
      const { id } = answer.json.data;
      await approveDirectly(id);
      return { id, to };
    },
    alerts: (): Promise<{ kind: string; subject: string; text: string }[]> =>
      sql("SELECT kind, subject, text FROM alerts WHERE closed_at IS NULL ORDER BY kind, subject"),
    /** Returns all entries of the ledger. */
    async entries(): Promise<unknown[]> {
      return sql("SELECT * FROM ledger.entries ORDER BY journal_id, leg");
    },
    async faults(): Promise<string[]> {
      const broken = (await audit()).filter(({ brokenRows }) => brokenRows.length > 0);
      return broken.map(({ name }) => name);
    },
  };
}
