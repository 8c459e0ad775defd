import { beforeEach, expect, test, vi } from "vitest";
import { lastForm } from "@/test/contract-form";
import { render, unmount } from "@/test/rendered";
import { ApproveDialog } from "./approve-dialog";
import type { QueuedWithdrawal } from "./queries";

vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
}));
vi.mock("@/lib/api/client/form/use-contract-form", () => import("@/test/contract-form"));

const WITHDRAWAL = {
  ...{ id: "wd_1", amount: 100, netAmount: 99.5, toAddress: "0x1", partnerName: "Northwind" },
  ...{ approvals: [], approvalsNeeded: 1 },
} as unknown as QueuedWithdrawal;
const FOUND = { chain: "base", txHash: "0xfound", foundAt: "2026-11-23T09:39:00.000Z" };

beforeEach(() => unmount());

/** Returns the body that the open dialog sends while the page has this withdrawal. */
function bodyFor(withdrawal: QueuedWithdrawal): unknown {
  const dialog = render(() => ApproveDialog({ withdrawal, onDecided() {}, onClose() {} }));
  (dialog.type as (props: unknown) => unknown)(dialog.props);
  return lastForm().input({ totp: "123456" }).body;
}

test("an approval names the payment that the approver read", () => {
  expect(bodyFor({ ...WITHDRAWAL, samePayment: FOUND })).toEqual({
    ...{ totp: "123456", samePayment: FOUND.txHash },
  });
});

test("an approval does not name a payment that was found while the dialog was open", () => {
  bodyFor(WITHDRAWAL);
  expect(bodyFor({ ...WITHDRAWAL, samePayment: FOUND })).toEqual({ totp: "123456" });
});
