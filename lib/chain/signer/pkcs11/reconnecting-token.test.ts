import { parseTransaction, recoverMessageAddress, recoverTransactionAddress } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findSoftHsm, makeToken, type SoftHsm } from "@/test/vault/softhsm";
import { makeSigner } from "../make-signer";
import type { ChainSigner } from "../port";
import { ReconnectingToken } from "./reconnecting-token";
import { TokenProcess } from "./token-process";

const found = findSoftHsm();
const missing = "missing" in found ? found.missing : "";
const SIGNATURES = 100;
const LIMITS = { openMs: 15_000, answerMs: 5_000 };

/** Makes the library wait for ever, in whatever call it is. */
const hang = ({ pid }: TokenProcess) => process.kill(pid ?? 0, "SIGSTOP");

/** Against SoftHSM, a PKCS#11 token of other authors, without hardware. */
describe.skipIf(missing !== "")(`a PKCS#11 token ${missing}`, () => {
  let hsm: SoftHsm;
  let token: ReconnectingToken;
  let signer: ChainSigner;
  let started: TokenProcess[];

  beforeAll(() => {
    if (!("library" in found)) throw new Error(missing);
    hsm = makeToken(found.library);
  });
  const open = (
    change: Partial<SoftHsm["settings"]> = {},
    { limits, isHanging = false }: { limits?: typeof LIMITS; isHanging?: boolean } = {},
  ) => {
    started = [];
    const start = () => {
      const next = new TokenProcess();
      started.push(next);
      if (isHanging && started.length === 1) hang(next);
      return next;
    };
    const options = limits ? { start, limits } : { start };
    token = new ReconnectingToken({ ...hsm.settings, ...change }, options);
    signer = makeSigner({
      treasury: token.key("treasury"),
      relayer: token.key("relayer"),
      deposits: undefined,
    });
  };
  afterEach(() => token.close());
  afterAll(() => hsm.delete());

  test("every signature recovers to its key's address, with a low s", async () => {
    open();
    const { treasury, relayer } = await signer.addresses();
    expect(treasury).not.toBe(relayer);
    for (let i = 0; i < SIGNATURES; i++) {
      const signature = await signer.signText("treasury", `text ${i}`);
      expect(await recoverMessageAddress({ message: `text ${i}`, signature })).toBe(treasury);
      // Half of the order of the curve: EIP-2.
      expect(BigInt(`0x${signature.slice(66, 130)}`)).toBeLessThanOrEqual(
        0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n,
      );
    }
    const asked = { type: "eip1559", chainId: 8453, nonce: 7, gas: 21_000n, to: treasury } as const;
    const raw = (await signer.signTransaction({
      ...asked,
      maxFeePerGas: 5n,
      maxPriorityFeePerGas: 3n,
    })) as `0x02${string}`;
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(relayer);
    expect(parseTransaction(raw)).toMatchObject({ ...asked, to: treasury.toLowerCase() });
  });

  test("concurrent signatures of both keys do not mix", async () => {
    open();
    const { treasury } = await signer.addresses();
    const texts = Array.from({ length: 20 }, (_, index) => `concurrent ${index}`);
    const signed = await Promise.all(texts.map((text) => signer.signText("treasury", text)));
    for (const [index, signature] of signed.entries())
      expect(await recoverMessageAddress({ message: texts[index] ?? "", signature })).toBe(
        treasury,
      );
  });

  test("the private key cannot be read out, and a key that can be is refused", async () => {
    expect(() => hsm.readPrivateValue("treasury")).toThrow("CKR_ATTRIBUTE_SENSITIVE");
    hsm.addKey("readable", true);
    open();
    await expect(token.key("readable").publicKey()).rejects.toThrow("can be read out");
  });

  test("two keys with one label are refused: which of them signs would be chance", async () => {
    hsm.addKey("twice", false);
    hsm.addKey("twice", false);
    open();
    await expect(token.key("twice").publicKey()).rejects.toThrow("several keys");
  });

  test("a token that went away is used again when it is back, without a restart", async () => {
    open();
    const { treasury } = await signer.addresses();
    for (let round = 0; round < 3; round++) {
      hsm.takeAway();
      const texts = ["away", "away too"];
      await Promise.all(
        texts.map((text) =>
          expect(signer.signText("treasury", text)).rejects.toThrow(/CKR_|no token/),
        ),
      );
      hsm.bringBack();
      const signature = await signer.signText("treasury", "back");
      expect(await recoverMessageAddress({ message: "back", signature })).toBe(treasury);
    }
  });

  test("a token that comes back during the attempts fails no call", async () => {
    open();
    const { treasury } = await signer.addresses();
    hsm.takeAway();
    const waiting = signer.signText("treasury", "soon");
    setTimeout(hsm.bringBack, 200);
    const signature = await waiting;
    expect(await recoverMessageAddress({ message: "soon", signature })).toBe(treasury);
  });

  test("a signature without an answer fails in time with those behind it, and stops nothing else", async () => {
    open();
    const { treasury } = await signer.addresses();
    for (const each of started) hang(each);
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 100);
    const texts = ["unanswered", "behind it"];
    await Promise.all(
      texts.map((text) =>
        expect(signer.signText("treasury", text)).rejects.toThrow("has not answered"),
      ),
    );
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
    const signature = await signer.signText("treasury", "back");
    expect(await recoverMessageAddress({ message: "back", signature })).toBe(treasury);
    expect(started).toHaveLength(2);
  });

  test("a token that cannot be opened fails in time, and is opened by a later request", async () => {
    open({}, { limits: { ...LIMITS, openMs: 1_000 }, isHanging: true });
    await expect(signer.signText("treasury", "x")).rejects.toThrow("within 1 s");
    await token.close();
    open();
    expect(await signer.signText("treasury", "x")).toMatch(/^0x/);
  });

  test("a library that crashes fails no call", async () => {
    open();
    const { treasury } = await signer.addresses();
    for (const { pid } of started) process.kill(pid ?? 0, "SIGSEGV");
    const signature = await signer.signText("treasury", "after a crash");
    expect(await recoverMessageAddress({ message: "after a crash", signature })).toBe(treasury);
  });

  test("a wrong PIN is tried once, as the token locks itself after a few", async () => {
    open({ pin: "000000" });
    await expect(signer.signText("treasury", "x")).rejects.toThrow("CKR_PIN_INCORRECT");
    for (let i = 0; i < 20; i++)
      await expect(signer.signText("treasury", "x")).rejects.toThrow("correct it and restart");
    await token.close();
    open();
    expect(await signer.signText("treasury", "x")).toMatch(/^0x/);
  });

  test("an unknown token or key is named", async () => {
    open({ tokenLabel: "other" });
    await expect(signer.signText("treasury", "x")).rejects.toThrow("no token has the label other");
    await token.close();
    open();
    await expect(token.key("nobody").publicKey()).rejects.toThrow("with the label nobody");
  });
});
