import { expect, test } from "vitest";
import { exampleAdminWithdrawal } from "@/lib/backoffice/schema";
import type { QueuedWithdrawal } from "./queries";
import { missingApprovals, rightsOf } from "./rights";
import { stepsOf } from "./steps";

const ada = { role: "approver", personId: "prs_ada" };
const approval = {
  personId: ada.personId,
  name: "Ada",
  approvedAt: exampleAdminWithdrawal.createdAt,
  counts: true,
};
const withdrawal = (changes: Partial<QueuedWithdrawal>) =>
  ({ ...exampleAdminWithdrawal, status: "pending", ...changes }) as QueuedWithdrawal;
const mayApprove = (changes: Partial<QueuedWithdrawal>, reader = ada) =>
  rightsOf(withdrawal(changes), reader).mayApprove;
const approvedOf = (approvalsNeeded: 1 | 2) => ({ approvals: [approval], approvalsNeeded });

test("the first of two approvers waits for the second one", () => {
  expect(mayApprove({ approvals: [], approvalsNeeded: 2 })).toBe(true);
  expect(mayApprove(approvedOf(2))).toBe(false);
  expect(mayApprove(approvedOf(2), { role: "admin", personId: "prs_joseph" })).toBe(true);
});

test("who has approved approves again when one is enough now, as the service permits", () => {
  expect(mayApprove(approvedOf(1))).toBe(true);
  expect(mayApprove({ ...approvedOf(1), awaitsPartner: true })).toBe(false);
  expect(mayApprove({ ...approvedOf(1), status: "approved" })).toBe(false);
});

test("an approval that does not count, or without the signature that is needed, is not enough", () => {
  expect(mayApprove({ ...approvedOf(1), approvals: [{ ...approval, counts: false }] })).toBe(false);
  const signing = { challenge: "c", rpId: "localhost" };
  expect(mayApprove({ ...approvedOf(1), signing })).toBe(false);
  const approvals = [{ ...approval, isSigned: true as const }];
  expect(mayApprove({ ...approvedOf(1), approvals, signing })).toBe(true);
});

test("an approval without the signature that is needed now is missing, on the button and in the timeline", () => {
  const signing = { challenge: "c", rpId: "localhost" };
  const unsigned = withdrawal({ ...approvedOf(2), signing });
  expect(missingApprovals(unsigned)).toBe(2);
  expect(stepsOf(unsigned).slice(1)).toMatchObject([
    { state: "attention", text: expect.stringContaining("with a passkey") },
    { title: "Needs 2 approvals" },
  ]);
  expect(missingApprovals(withdrawal(approvedOf(2)))).toBe(1);
  // Decided before the setting.
  const sent = withdrawal({ ...approvedOf(1), signing, status: "completed" });
  expect(stepsOf(sent)[1]).toMatchObject({ state: "settled" });
});

test("an auditor decides nothing", () => {
  const rights = rightsOf(withdrawal({}), { ...ada, role: "auditor" });
  expect(rights).toMatchObject({ isOpen: true, mayApprove: false, mayReject: false });
});
