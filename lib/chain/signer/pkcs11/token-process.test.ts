import childProcess, { type ChildProcess } from "node:child_process";
import { afterEach, expect, test, vi } from "vitest";
import { ReconnectingToken } from "./reconnecting-token";

const SETTINGS = { module: "/nowhere/library.so", tokenLabel: "treasury", pin: "1234" };
afterEach(() => vi.restoreAllMocks());

test("the end of a session lets the library end it", async () => {
  const fork = vi.spyOn(childProcess, "fork");
  const token = new ReconnectingToken(SETTINGS);
  await expect(token.key("treasury").publicKey()).rejects.toThrow(/library\.so/);
  const [started] = fork.mock.results.map(({ value }) => value as ChildProcess);
  await token.close();
  expect([started?.exitCode, started?.signalCode]).toEqual([0, null]);
});

test("a library that does not end is ended", async () => {
  const fork = vi.spyOn(childProcess, "fork");
  const token = new ReconnectingToken(SETTINGS);
  await expect(token.key("treasury").publicKey()).rejects.toThrow(/library\.so/);
  const [started] = fork.mock.results.map(({ value }) => value as ChildProcess);
  started?.kill("SIGSTOP");
  await token.close();
  expect(started?.signalCode).toBe("SIGKILL");
});
