import { secp256k1 } from "@noble/curves/secp256k1";
import { hexToBytes, keccak256, recoverAddress, stringToHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { expect, test } from "vitest";
import { verifiedSignature } from "./verified-signature";

const SECRET = "11".repeat(32);
const publicKey = secp256k1.getPublicKey(SECRET, false);
const address = privateKeyToAddress(`0x${SECRET}`);
const ORDER = secp256k1.CURVE.n;
const hashOf = (text: string) => keccak256(stringToHex(text));

test("a high s becomes low, and the parity is that of the low one", async () => {
  for (let i = 0; i < 20; i++) {
    const hash = hashOf(`text ${i}`);
    const { r, s } = secp256k1.sign(hexToBytes(hash), SECRET);
    const low = verifiedSignature(hexToBytes(hash), publicKey, { r, s });
    expect(verifiedSignature(hexToBytes(hash), publicKey, { r, s: ORDER - s })).toEqual(low);
    expect(await recoverAddress({ hash, signature: low })).toBe(address);
  }
});

test("a signature of another hash, of another key, or of broken numbers is refused", () => {
  const hash = hexToBytes(hashOf("text"));
  const right = secp256k1.sign(hash, SECRET);
  const wrong = [
    secp256k1.sign(hexToBytes(hashOf("other")), SECRET),
    secp256k1.sign(hash, "22".repeat(32)),
    { r: right.r, s: right.s + 1n },
    { r: right.s, s: right.r },
    { r: 0n, s: right.s },
    { r: right.r, s: 0n },
    { r: right.r, s: ORDER },
    { r: ORDER + right.r, s: right.s },
  ];
  for (const each of wrong)
    expect(() => verifiedSignature(hash, publicKey, each)).toThrow("does not verify");
});
