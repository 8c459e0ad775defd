import type { KMSClient } from "@aws-sdk/client-kms";
import { secp256k1 } from "@noble/curves/secp256k1";
import type { HashKey } from "../hash-key";
import { kmsPackage } from "../vault-packages";

/**
 * What precedes the 65 bytes of a point in the DER of a public key on secp256k1. Source: RFC 5480, section 2; the curve
 * is 1.3.132.0.10
 */
const SPKI_HEADER = Buffer.from("3056301006072a8648ce3d020106052b8104000a034200", "hex");
const POINT_BYTES = 65;

/**
 * Returns the point of a SubjectPublicKeyInfo.
 * @throws when it is not an uncompressed point on secp256k1.
 */
export function pointOfSpki(spki: Uint8Array): Uint8Array {
  const point = spki.subarray(SPKI_HEADER.length);
  const isRight =
    SPKI_HEADER.equals(spki.subarray(0, SPKI_HEADER.length)) &&
    point.length === POINT_BYTES &&
    point[0] === 4;
  if (!isRight) throw new Error("the key in KMS is not on the curve secp256k1 (ECC_SECG_P256K1)");
  return Uint8Array.from(point);
}

/**
 * Returns a key in AWS KMS.
 * @param keyId its id, ARN or alias
 */
export function kmsKey(client: KMSClient, keyId: string): HashKey {
  return {
    async publicKey() {
      const { GetPublicKeyCommand } = kmsPackage();
      const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
      if (!PublicKey) throw new Error(`KMS returned no public key of ${keyId}`);
      return pointOfSpki(PublicKey);
    },
    async sign(hash) {
      const { SignCommand } = kmsPackage();
      const { Signature } = await client.send(
        new SignCommand({
          KeyId: keyId,
          Message: hash,
          MessageType: "DIGEST",
          SigningAlgorithm: "ECDSA_SHA_256",
        }),
      );
      if (!Signature) throw new Error(`KMS returned no signature of ${keyId}`);
      const { r, s } = secp256k1.Signature.fromDER(Signature);
      return { r, s };
    },
  };
}
