import "@/test/database";
import { afterAll, expect, test, vi } from "vitest";
import * as alerts from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { userClientOf } from "@/test/http/user-client";
import { eraseUsers } from "./erase-users";
import * as store from "./sql-store";

vi.mock("@/lib/alerts/close-alert", { spy: true });
vi.mock("./sql-store", { spy: true });
afterAll(endTests);

test("the alert of an erasure that failed before is closed although the database was away when it succeeded", async () => {
  const users = userClientOf(await makePartner());
  const { serviceId } = await users.make({});
  await users.remove(serviceId);
  await sql("UPDATE user_erasures SET attempts = 5");
  await openAlert({ kind: "erasure_failed", subject: serviceId, text: "It was not erased." });
  const openAlerts = () =>
    sql("SELECT subject FROM alerts WHERE kind = 'erasure_failed' AND closed_at IS NULL");
  vi.mocked(alerts.closeAlert).mockRejectedValueOnce(new Error("the database is away"));
  await eraseUsers();
  expect(await openAlerts()).toEqual([{ subject: serviceId }]);
  await sql(
    "UPDATE user_erasures SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL",
  );
  await eraseUsers();
  expect(await openAlerts()).toEqual([]);
  expect(await sql("SELECT due_at, completed_at IS NOT NULL AS done FROM user_erasures")).toEqual([
    { due_at: null, done: true },
  ]);
});

test("an attempt that fails after its lease opens no alert that a later attempt has closed", async () => {
  const users = userClientOf(await makePartner());
  const { serviceId } = await users.make({});
  await users.remove(serviceId);
  await sql("UPDATE user_erasures SET attempts = 5 WHERE user_id = $1", [serviceId]);
  const alert = { kind: "erasure_failed", subject: serviceId, text: "It was not erased." } as const;
  await openAlert(alert);
  vi.mocked(store.eraseBatch).mockImplementationOnce(async () => {
    await sql("UPDATE user_erasures SET leased_until = now() - interval '1 second'");
    expect(await eraseUsers()).toEqual({ erased: 1, failed: 0 });
    throw new Error("the first attempt was slow, and failed");
  });
  expect(await eraseUsers()).toEqual({ erased: 0, failed: 1 });
  expect(
    await sql("SELECT FROM alerts WHERE kind = $1 AND closed_at IS NULL", [alert.kind]),
  ).toEqual([]);
  const [row] = await sql("SELECT due_at FROM user_erasures WHERE user_id = $1", [serviceId]);
  expect(row).toEqual({ due_at: null });
});
