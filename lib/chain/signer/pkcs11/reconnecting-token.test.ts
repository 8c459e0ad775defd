import { parseTransaction, recoverMessageAddress, recoverTransactionAddress } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { findSoftHsm, makeToken, type SoftHsm } from "@/test/vault/softhsm";
import { makeSigner } from "../make-signer";
import type { ChainSigner } from "../port";
import { ReconnectingToken } from "./reconnecting-token";
import { TokenSession } from "./token-session";

const found = findSoftHsm();
const missing = "missing" in found ? found.missing : "";
const SIGNATURES = 100;

/** Against SoftHSM, a PKCS#11 token of other authors, without hardware. */
describe.skipIf(missing !== "")(`a PKCS#11 token ${missing}`, () => {
  let hsm: SoftHsm;
  let token: ReconnectingToken;
  let signer: ChainSigner;

  beforeAll(() => {
    if (!("library" in found)) throw new Error(missing);
    hsm = makeToken(found.library);
  });
  const open = (change: Partial<SoftHsm["settings"]> = {}) => {
    token = new ReconnectingToken({ ...hsm.settings, ...change });
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

  test("a request without an answer fails in time, and the token is used again", async () => {
    open();
    const { treasury } = await signer.addresses();
    const answer = Promise.withResolvers<Buffer>();
    const signing = vi.spyOn(TokenSession.prototype, "sign").mockReturnValueOnce(answer.promise);
    const ending = vi.spyOn(TokenSession.prototype, "close");
    const texts = ["unanswered", "behind it"];
    await Promise.all(
      texts.map((text) =>
        expect(signer.signText("treasury", text)).rejects.toThrow("has not answered"),
      ),
    );
    await expect(signer.signText("relayer", "later")).rejects.toThrow("has not answered");
    expect(signing).toHaveBeenCalledTimes(1);
    expect(ending).not.toHaveBeenCalled();
    answer.reject(new Error("CKR_DEVICE_ERROR"));
    await answer.promise.catch(() => undefined);
    const signature = await signer.signText("treasury", "back");
    expect(ending).toHaveBeenCalledTimes(1);
    expect(await recoverMessageAddress({ message: "back", signature })).toBe(treasury);
    vi.restoreAllMocks();
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
