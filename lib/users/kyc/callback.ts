import type { SignatureFault, SignedMessage } from "@/lib/kernel/signatures/signed-message";

/** A callback of an identity provider, whose signature is valid. */
export type Callback = Pick<SignedMessage, "body" | "receivedAt">;

export interface CallbackResult {
  /** `refused`: from the provider's other environment. `ignored`: nothing of it concerns us. */
  outcome: "processed" | "ignored" | "refused";
  /** For the log: the callback's type, what was done, and the user. Never personal data. */
  type?: string;
  reason?: string;
  userId?: string;
  /** When the provider created the callback. */
  createdAt?: Date;
}

/** The receiver of a provider's callbacks. */
export interface CallbackReceiver {
  /** The provider and its product, for logs and metrics. */
  provider: string;
  /** Whether the settings have the secrets to check signatures; a former provider may still report later decisions. */
  isConfigured(): boolean;
  /** Checks the signature of a callback; undefined for a valid one. */
  signatureFault(message: SignedMessage): SignatureFault | undefined;
  /**
   * Processes a callback. Throws if it cannot be processed now, so that the provider sends it again.
   */
  receive(callback: Callback): Promise<CallbackResult>;
}
