import { newId } from "@/lib/kernel/ids";
import { sql } from "./make";

let approver: Promise<string> | undefined;

async function makeApprover(): Promise<string> {
  const id = newId("prs");
  await sql(
    `INSERT INTO people (id, email, email_key, name, role, password_hash, created_at)
     VALUES ($1, $1, $1, 'Approver', 'approver', '', now() - interval '30 days')`,
    [id],
  );
  return id;
}

/** Somebody who may approve and never signs in: one for a test file. */
export function approverId(): Promise<string> {
  approver ??= makeApprover();
  return approver;
}

/** Their approval of a withdrawal that waits, which lets it be approved past the route. */
export async function giveApproval(withdrawalId: string): Promise<void> {
  await sql("INSERT INTO withdrawal_approvals VALUES ($1, $2, now())", [
    withdrawalId,
    await approverId(),
  ]);
}

/** Approves a withdrawal as if by the route. */
export async function approveDirectly(withdrawalId: string): Promise<void> {
  await giveApproval(withdrawalId);
  await sql(
    "UPDATE withdrawals SET status = 'approved', approved_at = clock_timestamp(), version = version + 1 WHERE id = $1",
    [withdrawalId],
  );
}
