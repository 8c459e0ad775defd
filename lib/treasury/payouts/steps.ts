/** The steps of a payout, in order. The result of each step is stored before the next one begins. */
export type SendStep =
  | "authorization-signed"
  | "authorization-stored"
  | "transaction-signed"
  | "transaction-stored"
  | "transaction-sent"
  | "sending-stored"
  | "payment-confirmed"
  | "payment-stored"
  | "transaction-settled";

/** Called after each step with the ids concerned. An exception stops the sender at that point. */
export type OnStep = (step: SendStep, ids: readonly string[]) => void | Promise<void>;
