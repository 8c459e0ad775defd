import "@/test/database";
import { afterAll, expect, test, vi } from "vitest";
import type { SignedInPerson } from "@/lib/contract/person";
import { listener } from "@/lib/db/listener";
import { finishBeforeExit } from "@/lib/kernel/before-exit";
import { onChanges, publishChange } from "@/lib/kernel/changes";
import { beginShutdown, onShutdown } from "@/lib/kernel/shutdown";
import { hub } from "@/lib/operations/live/hub";
import { startLive } from "@/lib/operations/live/start-live";
import { endTests } from "@/test/fixtures/make";
import { answerAlive, answerReady } from "./health-routes";

afterAll(async () => {
  onChanges(undefined);
  await endTests();
});

const person = {
  id: "person_1",
  sessionId: "session_1",
  partnerId: null,
  sessionExpiresAt: new Date(Date.now() + 3_600_000),
} as SignedInPerson;

test("from the shutdown on the process is alive and not ready, and live streams move to others", async () => {
  startLive();
  const heard = vi.fn();
  listener().subscribe({ channel: "changed", onNotice: heard, onReconnect: () => undefined });
  expect((await answerReady()).status).toBe(200);
  const { signal } = new AbortController();
  const stream = await hub().open(person, signal);

  beginShutdown();
  expect(await stream.text()).toContain("beat");
  await expect(hub().open(person, signal)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  const ready = await answerReady();
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { data: { error: "This process is shutting down." } },
  ]);
  expect(answerAlive().status).toBe(200);

  // A request that is still served changes something: the other processes hear of it.
  publishChange("partner_1", ["cards"]);
  await finishBeforeExit();
  await expect.poll(() => heard.mock.calls.join()).toContain("partner_1");
});

test("what registers after the signal, in a process that still starts, ends at once", () => {
  const stop = vi.fn();
  beginShutdown();
  onShutdown(stop);
  beginShutdown();
  expect(stop).toHaveBeenCalledTimes(1);
});
