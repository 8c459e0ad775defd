import type Lithic from "lithic";
import { connectionCodeOf } from "@/lib/kernel/connection-code";
import { trackProviderCall } from "@/lib/kernel/provider-calls";
import { ProviderUnavailable } from "@/lib/kernel/provider-error";
import type { EvidenceFile } from "../disputes/port";
import { callLithic, unusableAnswer } from "./call";

const PAGE_SIZE = 100;
const UPLOAD_TIMEOUT_MS = 20_000;
const OPERATION = "attachEvidenceFile";

type Evidence = Lithic.DisputeEvidence;

/** Lithic has no idempotency key for evidence, so our id in its name tells whether it exists. */
const nameOf = ({ id, name }: EvidenceFile) => `${id}-${name}`;

/** The evidence of an earlier attempt. Its upload can have failed, which needs a new one. */
async function findEvidence(
  client: Lithic,
  disputeToken: string,
  file: EvidenceFile,
): Promise<Evidence | undefined> {
  const { data } = await callLithic(OPERATION, () =>
    client.disputes.listEvidences(disputeToken, { page_size: PAGE_SIZE }),
  );
  return data.find(
    ({ filename, upload_status }) =>
      filename === nameOf(file) && upload_status !== "DELETED" && upload_status !== "ERROR",
  );
}

/** Sends a file to the address that Lithic gave for it. Returns the status of the response. */
async function put(url: string, { mediaType, bytes }: EvidenceFile): Promise<number> {
  try {
    const response = await fetch(url, {
      method: "PUT",
      // The address itself is the permission: the API key is for Lithic only.
      headers: { "Content-Type": mediaType },
      body: bytes,
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch (cause) {
    // Neither the message nor the cause is kept: both can have the address.
    const code = connectionCodeOf(cause) ?? "network";
    throw new ProviderUnavailable({ provider: "lithic", operation: OPERATION, code });
  }
}

function upload(url: string, file: EvidenceFile): Promise<number> {
  return trackProviderCall({ provider: "lithic", operation: OPERATION }, async () => {
    const status = await put(url, file);
    if (status >= 500 || status === 429)
      throw new ProviderUnavailable({ provider: "lithic", operation: OPERATION, status });
    return status;
  });
}

/**
 * Adds a file to a dispute: Lithic gives an address, which takes the file for 30 minutes. Where the address of an earlier
 * attempt takes it no longer, the evidence is given up, and the next attempt gets a new address.
 * @returns Lithic's token of the evidence
 */
export async function attachFile(
  client: Lithic,
  disputeToken: string,
  file: EvidenceFile,
): Promise<string> {
  const known = await findEvidence(client, disputeToken, file);
  if (known && known.upload_status !== "PENDING") return known.token;
  const evidence =
    known ??
    (await callLithic(OPERATION, () =>
      client.disputes.initiateEvidenceUpload(disputeToken, { filename: nameOf(file) }),
    ));
  const { token, upload_url: url } = evidence;
  if (url === undefined) throw unusableAnswer(OPERATION, "no_upload_url");
  const status = await upload(url, file);
  if (status < 300) return token;
  await callLithic(OPERATION, () =>
    client.disputes.deleteEvidence(token, { dispute_token: disputeToken }),
  );
  throw new ProviderUnavailable({ provider: "lithic", operation: OPERATION, status });
}
