import { explorerUrl } from "@/lib/chain/explorer-url";
import { payoutNetwork } from "@/lib/chain/payout-network";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { DAY_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import { presentEvent } from "@/lib/webhooks/present";
import { findEvents } from "@/lib/webhooks/sql-store";
import { findProblem } from "@/lib/withdrawals/addresses/find-problem";
import { findWithdrawal } from "../find-withdrawal";
import type { reviewWithdrawalContract } from "./contract";
import {
  presentActivity,
  presentAddress,
  presentFunding,
  presentJournal,
  presentPaidOut,
  presentWallet,
} from "./present";
import { readChecks } from "./read-checks";
import {
  findActivity,
  findAddressHistory,
  findIncome,
  findJournals,
  findLastDeposit,
  findLookAlikes,
  findPaidOut,
  findWallet,
} from "./store";

/** The period before the withdrawal whose income is shown. */
const FUNDING_DAYS = 30;
const EVENTS = { skip: 0, limit: 10 };

const startOfDay = (at: Date) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
const startOfMonth = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));

/**
 * Returns everything that an administrator checks before the decision on a withdrawal, and the outcome of the decision.
 */
export const reviewWithdrawal: AdminUseCase<typeof reviewWithdrawalContract> = async ({
  input,
  at,
}) => {
  const withdrawal = await findWithdrawal(input.params.id);
  const { id, partnerId, amountMicroUsd, createdAt, txHash } = withdrawal;
  const since = new Date(createdAt.getTime() - FUNDING_DAYS * DAY_MS);
  const [
    address,
    problem,
    lookAlikes,
    income,
    lastDeposit,
    paidOut,
    journals,
    wallet,
    activity,
    events,
    checks,
  ] = await Promise.all([
    findAddressHistory(withdrawal),
    findProblem(withdrawal),
    findLookAlikes(withdrawal),
    findIncome(partnerId, since, createdAt),
    findLastDeposit(partnerId, amountMicroUsd / 2n, since, createdAt),
    findPaidOut(partnerId, startOfDay(at), startOfMonth(at)),
    findJournals(id),
    findWallet(partnerId),
    findActivity(id),
    findEvents(partnerId, { resourceId: id }, EVENTS),
    readChecks(withdrawal, at),
  ]);
  const environment = env().SERVICE_ENVIRONMENT;
  const network = payoutNetwork(environment).chain;
  const url = txHash === null ? undefined : explorerUrl(environment, network, txHash);
  return {
    wallet: presentWallet(withdrawal, journals, wallet),
    address: presentAddress(address, problem, lookAlikes),
    funding: presentFunding(since, income, lastDeposit),
    ...checks,
    paidOut: presentPaidOut(paidOut),
    network,
    ...(url !== undefined && { explorerUrl: url }),
    journals: journals.map(presentJournal),
    activity: activity.map(presentActivity),
    events: events.rows.map(presentEvent),
  };
};
