import { publishChange } from "@/lib/kernel/changes";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import type { AlertSubject } from "./alert";
import { endAlert } from "./sql-store";

/** Closes the open alert of a subject. Does nothing if none is open. */
export async function closeAlert({ kind, subject }: AlertSubject): Promise<void> {
  if (!(await endAlert({ kind, subject }, now()))) return;
  publishChange(null, ["alerts"]);
  log().info({ kind, subject }, "alert closed");
}
