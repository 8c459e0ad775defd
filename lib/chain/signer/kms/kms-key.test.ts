import { parseTransaction, recoverMessageAddress, recoverTransactionAddress } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type KmsStandIn, startKmsStandIn } from "@/test/vault/kms-stand-in";
import { makeSigner } from "../make-signer";
import type { ChainSigner } from "../port";
import { kmsClient } from "./kms-client";
import { kmsKey, pointOfSpki } from "./kms-key";

const SIGNATURES = 40;
let kms: KmsStandIn;
let signer: ChainSigner;

beforeAll(async () => {
  kms = await startKmsStandIn();
  Object.assign(process.env, kms.env);
  const client = kmsClient();
  signer = makeSigner({
    treasury: kmsKey(client, "alias/treasury"),
    relayer: kmsKey(client, "alias/relayer"),
    deposits: undefined,
  });
});
afterAll(() => kms.stop());

test("signatures in DER, with a low and a high s, recover to the key's address", async () => {
  const { treasury, relayer } = await signer.addresses();
  for (let i = 0; i < SIGNATURES; i++) {
    const signature = await signer.signText("treasury", `text ${i}`);
    expect(await recoverMessageAddress({ message: `text ${i}`, signature })).toBe(treasury);
  }
  expect(kms.signed.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=test-access-key\/\d+\/eu-central-1\/kms\/aws4_request/,
  );
  const asked = { type: "eip1559", chainId: 8453, nonce: 7, gas: 21_000n, to: treasury } as const;
  const fees = { maxFeePerGas: 5n, maxPriorityFeePerGas: 3n };
  const raw = (await signer.signTransaction({ ...asked, ...fees })) as `0x02${string}`;
  expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(relayer);
  expect(parseTransaction(raw)).toMatchObject({ ...asked, to: treasury.toLowerCase() });
});

test("a throttled request is sent again; a refusal is an error and never a signature", async () => {
  const throttled = { status: 400, body: { __type: "ThrottlingException", message: "slow down" } };
  kms.answerNext(throttled);
  expect(await signer.signText("treasury", "again")).toMatch(/^0x/);
  kms.answerNext({ status: 400, body: { __type: "AccessDeniedException", message: "no right" } });
  await expect(signer.signText("treasury", "x")).rejects.toThrow("no right");
  await expect(kmsKey(kmsClient(), "alias/nobody").publicKey()).rejects.toThrow("no such key");
});

test.each(["hang", "stall"] as const)(
  "a request whose answer does not come or not end (%s) is sent again",
  async (fault) => {
    kms.answerNext(fault);
    expect(await signer.signText("treasury", "answered the second time")).toMatch(/^0x/);
  },
);

test.each([
  ["garbage", Buffer.alloc(70, 7)],
  ["nothing", Buffer.alloc(0)],
  // 1 and 1: well-formed, of no key.
  ["numbers that are nobody's", Buffer.from("3006020101020101", "hex")],
])("%s in place of a signature is refused", async (_, bytes) => {
  kms.answerNext({ body: { Signature: bytes.toString("base64") } });
  await expect(signer.signText("treasury", "x")).rejects.toThrow();
});

test("only an uncompressed point on secp256k1 is a public key", async () => {
  const spki = kms.spkiOf("alias/treasury");
  expect(pointOfSpki(spki)).toHaveLength(65);
  const other = kms.spkiOf("alias/other-curve");
  const cut = spki.subarray(0, -1);
  for (const wrong of [other, cut, Buffer.concat([spki, Buffer.alloc(1)]), Buffer.alloc(0)])
    expect(() => pointOfSpki(wrong)).toThrow("secp256k1");
  await expect(kmsKey(kmsClient(), "alias/other-curve").publicKey()).rejects.toThrow("secp256k1");
});
