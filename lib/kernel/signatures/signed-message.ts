/** A message whose signature is to be checked. */
export interface SignedMessage {
  /** The body exactly as it arrived. */
  body: Uint8Array;
  /** Returns a header; null when it is absent. Several headers of one name are joined by commas. */
  header(name: string): string | null;
  receivedAt: Date;
}

/** Why a message is refused. For the log only: the sender learns no reason. */
export type SignatureFault =
  | "no secret"
  | "no signature"
  | "malformed"
  | "too old"
  | "in the future"
  | "wrong";

/** How far a message's time may be from ours, in either direction. Source: the documents of Stripe and Standard Webhooks. */
const TOLERANCE_S = 300;

/** Checks a message's time, in Unix seconds. The limit makes a recorded message useless to replay. */
export function timeFault(timestamp: string, at: Date): SignatureFault | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return "malformed";
  const ageS = at.getTime() / 1_000 - Number(timestamp);
  if (ageS > TOLERANCE_S) return "too old";
  return ageS < -TOLERANCE_S ? "in the future" : undefined;
}
