import { expect } from "vitest";
import { sealDays } from "@/lib/accounting/proofs/seal-days";
import type { AnyContract } from "@/lib/contract/contract";
import { HOUR_MS } from "@/lib/kernel/durations";
import { requestLog } from "@/lib/request-log/request-log";
import { spread } from "@/test/database/past";
import { eventually } from "@/test/eventually";
import { type Browser, makePerson } from "@/test/fixtures/people";
import type { Handler } from "@/test/http/call";
import { clientOf } from "@/test/http/client";
import { everyContract, handlerOfContract } from "@/test/http/every-contract";
import { type ConsoleWorld, makeConsoleWorld } from "./console-world";

/** Contracts of streams, and of files that are complete before they are sent: nothing is read afterwards. */
const NOT_IN_BATCHES = new Set([
  ...["followPartner", "followPartners"],
  ...["downloadEvidenceFile", "exportDepositReceipt", "exportWithdrawalReceipt"],
  ...["exportStatementPdf", "exportPartnerStatementPdf", "exportTrialBalance", "exportApprovals"],
]);

/** Returns the contracts of files that are read in batches, so that a new one needs no registration. */
export async function everyExport(): Promise<AnyContract[]> {
  const contracts = await everyContract();
  return contracts.filter(
    ({ id, examples }) => examples.data instanceof Response && !NOT_IN_BATCHES.has(id),
  );
}

/** The month of the statements. */
const MONTH = "2026-03";

/** Creates a partner with two rows or more in each export, an owner and an administrator who read them. */
export async function makeExportWorld() {
  const world = await makeConsoleWorld();
  const { partner } = world;
  const owner = await makePerson({ partnerId: partner.partnerId, role: "owner" });
  for (let n = 0; n < 3; n++) await clientOf(partner).balance();
  await requestLog().flush();
  await spread(new Date(`${MONTH}-01T22:00:00Z`), [HOUR_MS]);
  // Transactions of other tests in the same cluster are waited for, and some tests leave one open for half a minute.
  const seal = async () => expect((await sealDays()).sealed).toBeGreaterThan(0);
  await eventually(seal, { timeoutMs: 120_000 });
  return { ...world, owner };
}

export type ExportWorld = Awaited<ReturnType<typeof makeExportWorld>>;

function queryOf({ query }: AnyContract): Record<string, string> {
  const { shape } = query;
  if ("month" in shape) return { month: MONTH };
  return "timeZone" in shape ? { timeZone: "UTC" } : {};
}

/** Sends the request of a download as a browser does. The body is not read. */
export async function openExport(
  contract: AnyContract,
  { partner }: ConsoleWorld,
  browser: Browser,
  init: RequestInit = {},
): Promise<Response> {
  const handler: Handler = await handlerOfContract(contract);
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const query = new URLSearchParams(contract.query && queryOf(contract));
  const request = new Request(`http://127.0.0.1:3000/export?${query}`, {
    ...init,
    headers: { cookie },
  });
  return handler(request, { params: Promise.resolve({ id: partner.partnerId }) });
}
