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

/** Returns the label of the dialog's button while the page has this withdrawal. */
function actionFor(withdrawal: QueuedWithdrawal): string {
  const dialog = render(() => ApproveDialog({ withdrawal, onDecided() {}, onClose() {} }));
  const props = dialog.props as { action: string };
  (dialog.type as (props: unknown) => unknown)(props);
  return props.action;
}

/** Returns the body that the open dialog sends while the page has this withdrawal. */
function bodyFor(withdrawal: QueuedWithdrawal): unknown {
  actionFor(withdrawal);
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

test("an approval is refused once if another one changed its effect while the dialog was open", () => {
  const waiting = { ...WITHDRAWAL, approvalsNeeded: 2 };
  const approval = { personId: "op_2", counts: true, isSigned: false };
  const approved = { ...waiting, approvals: [approval] } as unknown as QueuedWithdrawal;
  const isRefused = () => lastForm().beforeSend?.({ totp: "123456" });
  expect(actionFor(waiting)).toBe("Give first approval");
  expect(actionFor(approved)).toBe("Give first approval");
  expect(isRefused()).toBe(true);
  expect(actionFor(approved)).toBe("Approve and send");
  expect(isRefused()).toBe(false);
});
