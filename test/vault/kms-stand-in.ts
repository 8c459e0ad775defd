import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { secp256k1 } from "@noble/curves/secp256k1";
import { KEEP_OPEN } from "@/test/http/keep-open";

interface Key {
  /** DER, encoded by OpenSSL. */
  spki: Buffer;
  secret: string;
}

type Reply = { status?: number; body: Record<string, unknown> };
/** `hang`: no answer comes. `stall`: its body does not come. */
type Fault = Reply | "hang" | "stall";

function makeKey(namedCurve: "secp256k1" | "prime256v1"): Key {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve });
  const { d = "" } = privateKey.export({ format: "jwk" });
  return {
    spki: publicKey.export({ type: "spki", format: "der" }),
    secret: Buffer.from(d, "base64url").toString("hex"),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

/** Signs the digest as KMS does: any of both values of s, in DER. */
function signDigest(
  { secret }: Key,
  { Message, MessageType, SigningAlgorithm }: Record<string, string>,
): Reply {
  const digest = Buffer.from(Message ?? "", "base64");
  if (MessageType !== "DIGEST" || SigningAlgorithm !== "ECDSA_SHA_256" || digest.length !== 32)
    return { status: 400, body: { __type: "ValidationException", message: "not a digest" } };
  const low = secp256k1.sign(digest, secret);
  const isHigh = (digest[0] ?? 0) % 2 === 0;
  const s = isHigh ? secp256k1.CURVE.n - low.s : low.s;
  const der = new secp256k1.Signature(low.r, s).toDERRawBytes();
  return { body: { Signature: Buffer.from(der).toString("base64"), SigningAlgorithm } };
}

export type KmsStandIn = Awaited<ReturnType<typeof startKmsStandIn>>;

/**
 * A server with the part of AWS KMS's JSON protocol that the service uses, and real keys on secp256k1. It checks neither
 * the requests' signatures nor rights, and was written by the authors of the service from AWS's documentation.
 */
export async function startKmsStandIn() {
  const keys = new Map([
    ["alias/treasury", makeKey("secp256k1")],
    ["alias/relayer", makeKey("secp256k1")],
    ["alias/other-curve", makeKey("prime256v1")],
  ]);
  const faults: Fault[] = [];
  const signed = { count: 0, authorization: "" };
  const answer = async (request: IncomingMessage): Promise<Fault> => {
    const input = await bodyOf(request);
    const fault = faults.shift();
    if (fault) return fault;
    const key = keys.get(input.KeyId ?? "");
    if (!key) return { status: 400, body: { __type: "NotFoundException", message: "no such key" } };
    const target = request.headers["x-amz-target"];
    if (target === "TrentService.GetPublicKey")
      return { body: { KeyId: input.KeyId, PublicKey: key.spki.toString("base64") } };
    if (target !== "TrentService.Sign")
      return { status: 400, body: { __type: "UnknownOperationException" } };
    signed.count += 1;
    signed.authorization = request.headers.authorization ?? "";
    return signDigest(key, input);
  };
  const server = createServer(KEEP_OPEN, async (request, response) => {
    const reply = await answer(request);
    if (reply === "hang") return;
    if (reply === "stall") return response.writeHead(200, { "Content-Length": 99 }).write("{");
    const { status = 200, body } = reply;
    response.writeHead(status, { "Content-Type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    /** The settings of a service that uses it. */
    env: {
      CHAIN_SIGNER: "aws-kms",
      KMS_TREASURY_KEY_ID: "alias/treasury",
      KMS_RELAYER_KEY_ID: "alias/relayer",
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "test-access-key",
      AWS_SECRET_ACCESS_KEY: "test-secret",
      AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${port}`,
    },
    signed,
    spkiOf: (keyId: string) => keys.get(keyId)?.spki ?? Buffer.alloc(0),
    /** Makes the next requests fail, hang, stall or answer so. */
    answerNext: (...replies: Fault[]) => void faults.push(...replies),
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
