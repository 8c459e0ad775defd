import childProcess, { type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { beforeExit, finishBeforeExit } from "@/lib/kernel/before-exit";
import { forgetEnv } from "@/lib/kernel/env";
import { chainSigner } from "../signer";
import { ReconnectingToken } from "./reconnecting-token";

const SETTINGS = { module: "/nowhere/library.so", tokenLabel: "treasury", pin: "1234" };
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  forgetEnv();
});

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

test("the end of the service ends the session after its last step has signed", async () => {
  const { module, tokenLabel, pin } = SETTINGS;
  const settings = {
    ...{
      CHAIN_SIGNER: "pkcs11",
      PKCS11_MODULE: module,
      PKCS11_TOKEN_LABEL: tokenLabel,
      PKCS11_PIN: pin,
    },
    ...{ PKCS11_TREASURY_LABEL: "treasury", PKCS11_RELAYER_LABEL: "relayer" },
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  for (const name of ["CHAIN_TREASURY_KEY", "CHAIN_RELAYER_KEY"]) vi.stubEnv(name, undefined);
  forgetEnv();
  const fork = vi.spyOn(childProcess, "fork");
  const signer = chainSigner();
  const sign = () => expect(signer?.signText("relayer", "x")).rejects.toThrow(/library\.so/);
  await sign();
  let lastStep: Promise<void> | undefined;
  beforeExit(() => {
    // A step that is under way signs once more.
    lastStep ??= sleep(300).then(sign);
    return lastStep;
  });
  await finishBeforeExit(20_000);
  const ends = fork.mock.results.map(({ value }) => (value as ChildProcess).exitCode);
  expect(ends).toEqual(ends.map(() => 0));
  expect(ends.length).toBeGreaterThan(0);
});
