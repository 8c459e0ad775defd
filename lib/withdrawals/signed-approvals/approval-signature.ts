import { z } from "zod";
import type { Assertion } from "@/lib/identity/passkeys/fields";

/** The signature of an approver as it is stored with the approval and exported. All texts are base64url. */
export const approvalSignatureSchema = z.object({
  credentialId: z.string(),
  /** A COSE key. */
  publicKey: z.string(),
  authenticatorData: z.string(),
  clientDataJSON: z.string(),
  signature: z.string(),
});
export type ApprovalSignature = z.output<typeof approvalSignatureSchema>;

/** Converts the browser's message to the stored signature. */
export function signatureOf({ id, response }: Assertion, publicKey: string): ApprovalSignature {
  const { authenticatorData, clientDataJSON, signature } = response;
  return { credentialId: id, publicKey, authenticatorData, clientDataJSON, signature };
}

/** Converts the stored signature to the response of an authenticator. */
export function assertionOf(stored: ApprovalSignature): Assertion {
  const { credentialId: id, authenticatorData, clientDataJSON, signature } = stored;
  const response = { authenticatorData, clientDataJSON, signature };
  return { id, rawId: id, type: "public-key", response };
}
