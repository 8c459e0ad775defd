import "@/test/database";
import { Socket } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { listenerClient } from "./connections";
import { disconnect, lookUp, query } from "./index";

afterAll(disconnect);

test("every kind of connection sends packets after a minute without any, so that no firewall forgets it", async () => {
  await disconnect();
  const setKeepAlive = vi.spyOn(Socket.prototype, "setKeepAlive");
  const delays = async (connect: () => Promise<unknown>) => {
    setKeepAlive.mockClear();
    await connect();
    return new Set(setKeepAlive.mock.calls.map(([isOn, delayMs]) => isOn && delayMs));
  };
  const minute = new Set([60_000]);
  expect(await delays(() => query("keep_alive", "SELECT 1 AS n", []))).toEqual(minute);
  expect(await delays(() => lookUp("keep_alive_look_up", "SELECT 1 AS n", []))).toEqual(minute);
  const listener = listenerClient();
  expect(await delays(() => listener.connect())).toEqual(minute);
  await listener.end();
});
