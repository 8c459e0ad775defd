import { randomBytes } from "node:crypto";
import type { Address, Hash } from "viem";
import { chainSigner } from "@/lib/chain/signer/signer";
import { audit } from "@/lib/ledger";
import { sendOnChain } from "@/lib/treasury/payouts/send-on-chain";
import type { OnStep } from "@/lib/treasury/payouts/steps";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { approveDirectly } from "../fixtures/approvals";
import { makePartner, sql, type TestPartner } from "../fixtures/make";
import { withdrawalFaults, withdrawalsOf } from "../fixtures/withdrawals";
import { type StartChain, startChain } from "./index";

const MICRO = 1_000_000;
const GAS_WEI = 10n ** 20n;
/** The chain starts in the past, because tests advance its clock by days and its time must not be in the future. */
const STARTED_AGO_S = 60 * 86_400;

export interface SentWithdrawal {
  id: string;
  to: Address;
  netMicro: bigint;
}

interface StartSending extends StartChain {
  treasuryUsd?: number;
}

export type Sending = Awaited<ReturnType<typeof startSending>>;

/** Returns a random address. */
export const anyAddress = (): Address => `0x${randomBytes(20).toString("hex")}`;

/** Starts a payout chain with manual mining, and creates a treasury with money, a relayer with gas, and a partner. */
export async function startSending({
  treasuryUsd = 1_000_000,
  confirmations = 2,
  startedAgoS = STARTED_AGO_S,
  ...options
}: StartSending = {}) {
  const chain = await startChain({ ...options, confirmations, startedAgoS });
  const keys = await chainSigner()?.addresses();
  if (!keys) throw new Error("the tests have no phrase");
  const { treasury, relayer } = keys;
  if (treasuryUsd > 0) await chain.mint(treasury, BigInt(treasuryUsd * MICRO));
  await chain.setBalanceOfNative(relayer, GAS_WEI);
  await chain.setMining("manual");
  const partner = await makePartner({ balanceUsd: 1_000_000 });
  const wallet = withdrawalsOf(partner);

  const look = (onStep?: OnStep) =>
    sendOnChain(chain.network, { end: endWithdrawal, ...(onStep && { onStep }) });

  const get = async (id: string) => (await wallet.get(id)).json.data;

  return {
    chain,
    treasury,
    relayer,
    partner,
    wallet,
    look,
    get,
    /** Creates an approved withdrawal, to a new address by default. */
    async approved(amountUsd = 100, to: Address = anyAddress()): Promise<SentWithdrawal> {
      const answer = await wallet.create({ amount: amountUsd, toAddress: to });
      if (answer.status !== 200) throw new Error(`no withdrawal: ${JSON.stringify(answer.json)}`);
      const { id } = answer.json.data;
      await approveDirectly(id);
      return { id, to, netMicro: BigInt(Math.round(amountUsd * MICRO)) - 500_000n };
    },
    /** Alternately polls and mines until none of them has the status approved, at most `rounds` times. */
    async finish(withdrawals: readonly SentWithdrawal[], rounds = 12): Promise<void> {
      for (let round = 0; round < rounds; round++) {
        await look();
        await chain.mine();
        if (!(await anyApproved(withdrawals))) return;
      }
      await look();
    },
    /** Returns the balance of the recipient. */
    received: ({ to }: SentWithdrawal) => chain.balanceOf(to),
    ...records(partner),
  };
}

async function anyApproved(withdrawals: readonly SentWithdrawal[]): Promise<boolean> {
  const rows = await sql("SELECT 1 FROM withdrawals WHERE id = ANY($1) AND status = 'approved'", [
    withdrawals.map(({ id }) => id),
  ]);
  return rows.length > 0;
}

export interface StoredTransaction {
  id: string;
  nonce: number;
  purpose: string;
  hash: Hash;
  raw: Hash;
  status: string;
  maxFee: bigint;
  tip: bigint;
}

/** Functions that read the stored rows without the code under test. */
function records(partner: TestPartner) {
  return {
    /** Returns the relayer's transactions for a withdrawal, or all, oldest first. */
    async transactions(of?: SentWithdrawal): Promise<StoredTransaction[]> {
      const rows = await sql(
        `SELECT id, nonce::int, purpose, hash, raw, status, max_fee_per_gas_wei AS "maxFee",
           max_priority_fee_per_gas_wei AS tip FROM relayer_transactions
         WHERE $1::text IS NULL OR purpose_id = $1 ORDER BY nonce, id`,
        [of?.id ?? null],
      );
      return rows.map((row) => ({ ...row, maxFee: BigInt(row.maxFee), tip: BigInt(row.tip) }));
    },
    async alerts(): Promise<{ kind: string; subject: string }[]> {
      return sql("SELECT kind, subject FROM alerts WHERE closed_at IS NULL ORDER BY kind, subject");
    },
    /** Returns the faults of the books; must always be empty. */
    async faults(): Promise<string[]> {
      const broken = (await audit()).filter(({ brokenRows }) => brokenRows.length > 0);
      return [...(await withdrawalFaults(partner.partnerId)), ...broken.map(({ name }) => name)];
    },
  };
}
