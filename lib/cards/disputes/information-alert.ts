import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { findOpenSubjects } from "@/lib/alerts/sql-store";
import { now } from "@/lib/kernel/clock";
import { formatUsd } from "@/lib/kernel/money";
import type { IssuerDispute } from "../issuer/disputes/port";
import type { DisputeRow } from "./dispute";
import { findDecided } from "./store";

const KIND = "dispute_needs_information";

/**
 * Raises an alert while the issuer of a submitted dispute waits for more information, and closes it when the issuer has another
 * status. Nobody else learns of it: the partner's status stays `submitted`, and an issuer that gets no answer closes the case.
 */
export async function reportInformation(
  { id, partnerId, transactionId, amountMicroUsd, issuer }: DisputeRow,
  { issuerDisputeId, status, detail }: IssuerDispute,
): Promise<void> {
  if (status !== "waiting") return closeAlert({ kind: KIND, subject: id });
  const text =
    `${issuer} waits for more information about the dispute ${id} of ${formatUsd(amountMicroUsd)} USD, transaction ` +
    `${transactionId} of partner ${partnerId}. ${issuer} has it as ${issuerDisputeId}, with the status ${detail}.`;
  await openAlert({ kind: KIND, subject: id, text });
}

/**
 * Closes the alerts of decided disputes. An event can decide a dispute while a process, which asked the issuer before, still
 * raises its alert, and nobody asks about a decided dispute again.
 */
export async function closeInformationAlerts(): Promise<void> {
  for (const subject of await findDecided(await findOpenSubjects(KIND, now())))
    await closeAlert({ kind: KIND, subject });
}
