import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { currentKeyAddresses } from "@/lib/chain/keys/key-addresses";
import { chainSigner } from "@/lib/chain/signer/signer";
import { forgetEnv } from "@/lib/kernel/env";
import { type Sending, startSending } from "@/test/chain/sending";
import { takeKeys } from "@/test/chain/without-keys";
import { endTests } from "@/test/fixtures/make";
import { findSoftHsm, makeToken, type SoftHsm } from "@/test/vault/softhsm";

const found = findSoftHsm();
const missing = "missing" in found ? found.missing : "";
const PAYOUTS = 12;
const LOSSES = 4;

/** Payouts whose treasury and relayer are keys of SoftHSM, which is lost and found under load. */
describe.skipIf(missing !== "")(`payouts signed by a PKCS#11 token ${missing}`, () => {
  let hsm: SoftHsm;
  let sending: Sending;
  beforeAll(async () => {
    if (!("library" in found)) throw new Error(missing);
    hsm = makeToken(found.library);
    takeKeys();
    Object.assign(process.env, hsm.env);
    forgetEnv();
    sending = await startSending();
  });
  afterAll(async () => {
    await sending.chain.stop();
    await endTests();
    hsm.delete();
  });
  afterEach(async () => expect(await sending.faults()).toEqual([]));

  test("all payouts arrive exactly once although the token is lost again and again", async () => {
    const { chain, treasury } = sending;
    const before = await chain.balanceOf(treasury);
    const sent = [];
    for (let i = 0; i < PAYOUTS; i++) sent.push(await sending.approved(20 + i));

    let failures = 0;
    const polling = new AbortController();
    const poll = async () => {
      while (!polling.signal.aborted) {
        await sending.look().catch(() => {
          failures += 1;
        });
        await chain.mine();
      }
    };
    const polls = poll();
    for (let loss = 0; loss < LOSSES; loss++) {
      hsm.takeAway();
      const failed = failures;
      // Waits until a signature was attempted, or nothing is left to sign.
      for (let tries = 0; tries < 100 && failures === failed; tries++) await sleep(50);
      hsm.bringBack();
      await sleep(100);
    }
    polling.abort();
    await polls;
    expect(failures).toBeGreaterThan(0);

    await sending.finish(sent);
    let paid = 0n;
    for (const each of sent) {
      expect(await sending.received(each)).toBe(each.netMicro);
      expect((await sending.get(each.id)).status).toBe("completed");
      paid += each.netMicro;
    }
    expect(before - (await chain.balanceOf(treasury))).toBe(paid);
  });

  test("a process without keys knows the addresses of the token's keys", async () => {
    const keys = await chainSigner()?.addresses();
    expect(keys).toEqual({ treasury: sending.treasury, relayer: sending.relayer });
    process.env.SERVICE_ROLE = "web";
    process.env.PKCS11_PIN = "";
    forgetEnv();
    expect(chainSigner()).toBeUndefined();
    expect(await currentKeyAddresses()).toEqual(keys);
    process.env.SERVICE_ROLE = "";
    process.env.PKCS11_PIN = hsm.env.PKCS11_PIN;
    forgetEnv();
  });
});
