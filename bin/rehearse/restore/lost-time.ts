import { randomUUID } from "node:crypto";
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { sleep } from "../../bootstrap/process-info.mjs";
import { step } from "../../bootstrap/report.mjs";
import type { LoadLog } from "../load/operations.ts";
import { startLoad } from "../load/start-load.ts";
import { until } from "../service/api.ts";
import type { Administrator } from "../service/make-administrator.ts";
import { makePartner, type Partner, sendDeposit, untilCredited } from "../service/make-partners.ts";
import type { ChainReader } from "../service/read-chain.ts";
import * as withdraw from "../service/withdraw.ts";
import type { Database, Moment } from "./database.ts";
import type { Service } from "./service.ts";

/** What the rehearsal is done to. */
export interface Scene {
  database: Database;
  service: Service;
  chain: ChainReader;
  /** Two administrators: one requests, the other confirms. */
  administrators: readonly [Administrator, Administrator];
  /** The first one withdraws. */
  partners: readonly [Partner, ...Partner[]];
}

/** A withdrawal that was asked for, with what makes it this one. */
export interface Withdrawal {
  id: string;
  key: string;
  toAddress: Address;
  amountUsd: number;
}

/** What the chain and the partners know and the restored database does not, or not in this state. */
export interface LostTime {
  /** The end of what is restored. */
  moment: Moment;
  /** Asked for before that moment, paid after it. */
  paid: Withdrawal & { txHash: string };
  /** Asked for and paid after it. */
  unknown: Withdrawal & { txHash: string };
  /** A deposit after it to an address of before. */
  deposit: { txHash: string; amountUsd: number };
  /** Given out after it, and paid to. */
  lostAddress: string;
  /** Movements after it. */
  log: LoadLog;
  /** What the service had signed when everything was lost. */
  chainState: string;
}

const PAID_USD = 100;
const UNKNOWN_USD = 201.5;
const DEPOSIT_USD = 333;
const LOST_DEPOSIT_USD = 44;
const LOAD_MS = 3_000;
/** On each side of the moment, so that no clock's precision decides what belongs to it. */
const MARGIN_MS = 1_000;

const anyAddress = () => privateKeyToAddress(generatePrivateKey());

/** Asks for a withdrawal as a partner, to a new address or with everything of an earlier one. */
export async function requestWithdrawal(
  { service, partners }: Scene,
  wanted: Pick<Withdrawal, "amountUsd"> & Partial<Withdrawal>,
): Promise<Withdrawal> {
  const { amountUsd, key = randomUUID(), toAddress = anyAddress() } = wanted;
  const caller = { baseUrl: service.baseUrl, apiKey: partners[0].apiKey };
  const id = await withdraw.requestWithdrawal(caller, { amountUsd, toAddress, key });
  return { id, key, toAddress, amountUsd };
}

export const approve = ({ administrators: [ada] }: Scene, { id }: Withdrawal): Promise<void> =>
  withdraw.approveWithdrawal(ada, id);

/** Waits until a withdrawal is completed. Returns its transaction. */
export function untilCompleted(
  { service, partners }: Scene,
  { id }: Pick<Withdrawal, "id">,
): Promise<string> {
  return withdraw.untilCompleted({ baseUrl: service.baseUrl, apiKey: partners[0].apiKey }, id);
}

async function pay(scene: Scene, withdrawal: Withdrawal) {
  await approve(scene, withdrawal);
  return { ...withdrawal, txHash: await untilCompleted(scene, withdrawal) };
}

/**
 * Asks for a withdrawal, notes the moment, and does after it what the restored database will not know. Returns when the archive
 * has the moment, and a deposit to the lost address has just been mined.
 */
export async function goOn(scene: Scene): Promise<Omit<LostTime, "chainState">> {
  const { service, database, chain, administrators, partners } = scene;
  const [{ apiKey, walletAddress }] = partners;
  const before = await requestWithdrawal(scene, { amountUsd: PAID_USD });
  await sleep(MARGIN_MS);
  const moment = await database.moment();
  await sleep(MARGIN_MS);
  const paid = await step("withdrawal of before", () => pay(scene, before));
  const unknown = await step("withdrawal of after", async () =>
    pay(scene, await requestWithdrawal(scene, { amountUsd: UNKNOWN_USD })),
  );
  const txHash = await step("deposit", async () => {
    const sent = await sendDeposit(service.baseUrl, apiKey, DEPOSIT_USD);
    await untilCredited(service.baseUrl, apiKey, sent);
    return sent;
  });
  const lost = await makePartner(service.baseUrl, administrators[0], "lost");
  if (lost.walletAddress === walletAddress) throw new Error("Two partners have one address.");
  const load = startLoad(service.baseUrl, partners);
  await step("load after the moment", () => Promise.race([sleep(LOAD_MS), load.broken]));
  await load.stop();
  await step("archive has the moment", () => untilArchived(database, moment));
  // Last of all, so that it is still at its address and not in the treasury.
  const late = await sendDeposit(service.baseUrl, lost.apiKey, LOST_DEPOSIT_USD);
  await chain.untilMined(late);
  const deposit = { txHash, amountUsd: DEPOSIT_USD };
  return { moment, paid, unknown, deposit, lostAddress: lost.walletAddress, log: load.log };
}

/** Segments of one timeline are in the order of their names. */
async function untilArchived(database: Database, { segment }: Moment): Promise<void> {
  await until("The archive has the moment", async () =>
    (await database.lastArchived()) >= segment ? true : undefined,
  );
}
